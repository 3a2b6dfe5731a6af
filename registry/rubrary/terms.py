"""Names of the vocabularies that Rubrary writes and reads, as RDF terms.

A test checks that each of them is defined, in our ontology or in the vocabulary's own file.
"""

from __future__ import annotations

from pyoxigraph import NamedNode

RUB = "https://w3id.org/rubrary/ns#"
SCHEME = "https://w3id.org/rubrary/scheme/"
RUBRIC = "https://w3id.org/rubrary/rubric/"

RDF = "http://www.w3.org/1999/02/22-rdf-syntax-ns#"
RDFS = "http://www.w3.org/2000/01/rdf-schema#"
XSD = "http://www.w3.org/2001/XMLSchema#"
OWL = "http://www.w3.org/2002/07/owl#"
DCTERMS = "http://purl.org/dc/terms/"
DCAT = "http://www.w3.org/ns/dcat#"
DQV = "http://www.w3.org/ns/dqv#"
PROV = "http://www.w3.org/ns/prov#"
SCHEMA = "http://schema.org/"
FOAF = "http://xmlns.com/foaf/0.1/"
OA = "http://www.w3.org/ns/oa#"
SKOS = "http://www.w3.org/2004/02/skos/core#"

#: Prefixes for reading and writing; the order is that of the documents we write.
PREFIXES: dict[str, str] = {
    "rub": RUB,
    "rdf": RDF,
    "rdfs": RDFS,
    "xsd": XSD,
    "owl": OWL,
    "dcterms": DCTERMS,
    "dcat": DCAT,
    "dqv": DQV,
    "prov": PROV,
    "schema": SCHEMA,
    "foaf": FOAF,
    "oa": OA,
    "skos": SKOS,
    "scheme": SCHEME,
}


def scheme_concept(scheme: str, code: str) -> NamedNode:
    """The concept with notation ``code`` in one of the SKOS schemes shipped with the ontology."""
    return NamedNode(f"{SCHEME}{scheme}/{code}")


class rub:
    """Our own terms (``ontology/rubrary.ttl``)."""

    Paper = NamedNode(f"{RUB}Paper")
    Venue = NamedNode(f"{RUB}Venue")
    Artifact = NamedNode(f"{RUB}Artifact")
    Snapshot = NamedNode(f"{RUB}Snapshot")
    UnknownRevision = NamedNode(f"{RUB}UnknownRevision")
    Rubric = NamedNode(f"{RUB}Rubric")
    RubricVersion = NamedNode(f"{RUB}RubricVersion")
    Dimension = NamedNode(f"{RUB}Dimension")
    Criterion = NamedNode(f"{RUB}Criterion")
    Answer = NamedNode(f"{RUB}Answer")
    ScoreMetric = NamedNode(f"{RUB}ScoreMetric")
    Aggregation = NamedNode(f"{RUB}Aggregation")
    Penalty = NamedNode(f"{RUB}Penalty")
    Override = NamedNode(f"{RUB}Override")
    Instrument = NamedNode(f"{RUB}Instrument")
    Assessment = NamedNode(f"{RUB}Assessment")
    Measurement = NamedNode(f"{RUB}Measurement")
    Score = NamedNode(f"{RUB}Score")
    DimensionScore = NamedNode(f"{RUB}DimensionScore")
    CompositeScore = NamedNode(f"{RUB}CompositeScore")
    Evidence = NamedNode(f"{RUB}Evidence")
    ReproductionAttempt = NamedNode(f"{RUB}ReproductionAttempt")
    FailureCause = NamedNode(f"{RUB}FailureCause")
    Repair = NamedNode(f"{RUB}Repair")
    ResultComparison = NamedNode(f"{RUB}ResultComparison")
    BadgeAward = NamedNode(f"{RUB}BadgeAward")
    VenuePolicy = NamedNode(f"{RUB}VenuePolicy")
    Study = NamedNode(f"{RUB}Study")
    PublishedFinding = NamedNode(f"{RUB}PublishedFinding")
    AgreementMeasurement = NamedNode(f"{RUB}AgreementMeasurement")
    Archive = NamedNode(f"{RUB}Archive")
    Adoption = NamedNode(f"{RUB}Adoption")
    PolicyDifference = NamedNode(f"{RUB}PolicyDifference")
    PolicyChange = NamedNode(f"{RUB}PolicyChange")
    PolicyImpact = NamedNode(f"{RUB}PolicyImpact")
    Deposit = NamedNode(f"{RUB}Deposit")
    Record = NamedNode(f"{RUB}Record")
    Tombstone = NamedNode(f"{RUB}Tombstone")
    Registry = NamedNode(f"{RUB}Registry")
    Scheme = NamedNode(f"{RUB}Scheme")
    OutcomeScheme = NamedNode(f"{RUB}OutcomeScheme")
    venueClass = NamedNode(f"{RUB}venueClass")
    publishedIn = NamedNode(f"{RUB}publishedIn")
    hasArtifact = NamedNode(f"{RUB}hasArtifact")
    artifactKind = NamedNode(f"{RUB}artifactKind")
    availability = NamedNode(f"{RUB}availability")
    swhid = NamedNode(f"{RUB}swhid")
    revision = NamedNode(f"{RUB}revision")
    rubricName = NamedNode(f"{RUB}rubricName")
    extends = NamedNode(f"{RUB}extends")
    policyDigest = NamedNode(f"{RUB}policyDigest")
    contentDigest = NamedNode(f"{RUB}contentDigest")
    sourceText = NamedNode(f"{RUB}sourceText")
    hasDimension = NamedNode(f"{RUB}hasDimension")
    hasCriterion = NamedNode(f"{RUB}hasCriterion")
    hasScoreMetric = NamedNode(f"{RUB}hasScoreMetric")
    hasPenalty = NamedNode(f"{RUB}hasPenalty")
    hasOverride = NamedNode(f"{RUB}hasOverride")
    rationale = NamedNode(f"{RUB}rationale")
    overrides = NamedNode(f"{RUB}overrides")
    inDimension = NamedNode(f"{RUB}inDimension")
    criterionWeight = NamedNode(f"{RUB}criterionWeight")
    dimensionWeight = NamedNode(f"{RUB}dimensionWeight")
    gateThreshold = NamedNode(f"{RUB}gateThreshold")
    gateExponent = NamedNode(f"{RUB}gateExponent")
    question = NamedNode(f"{RUB}question")
    scaleKind = NamedNode(f"{RUB}scaleKind")
    scaleMinimum = NamedNode(f"{RUB}scaleMinimum")
    scaleMaximum = NamedNode(f"{RUB}scaleMaximum")
    detector = NamedNode(f"{RUB}detector")
    notApplicableValue = NamedNode(f"{RUB}notApplicableValue")
    method = NamedNode(f"{RUB}method")
    aggregationMethod = NamedNode(f"{RUB}aggregationMethod")
    overCriterion = NamedNode(f"{RUB}overCriterion")
    partOf = NamedNode(f"{RUB}partOf")
    hasAnswer = NamedNode(f"{RUB}hasAnswer")
    answerValue = NamedNode(f"{RUB}answerValue")
    rubricStatus = NamedNode(f"{RUB}rubricStatus")
    missingFromSource = NamedNode(f"{RUB}missingFromSource")
    penaltyPoints = NamedNode(f"{RUB}penaltyPoints")
    penaltyBelow = NamedNode(f"{RUB}penaltyBelow")
    penaltyOn = NamedNode(f"{RUB}penaltyOn")
    clampMinimum = NamedNode(f"{RUB}clampMinimum")
    clampMaximum = NamedNode(f"{RUB}clampMaximum")
    alphaMinimum = NamedNode(f"{RUB}alphaMinimum")
    alphaMaximum = NamedNode(f"{RUB}alphaMaximum")
    assesses = NamedNode(f"{RUB}assesses")
    appliesRubric = NamedNode(f"{RUB}appliesRubric")
    instrument = NamedNode(f"{RUB}instrument")
    instrumentDigest = NamedNode(f"{RUB}instrumentDigest")
    detectorVersion = NamedNode(f"{RUB}detectorVersion")
    aboutPaper = NamedNode(f"{RUB}aboutPaper")
    status = NamedNode(f"{RUB}status")
    valueConcept = NamedNode(f"{RUB}valueConcept")
    hasEvidence = NamedNode(f"{RUB}hasEvidence")
    unclampedValue = NamedNode(f"{RUB}unclampedValue")
    coverage = NamedNode(f"{RUB}coverage")
    lowerBound = NamedNode(f"{RUB}lowerBound")
    upperBound = NamedNode(f"{RUB}upperBound")
    scoreOrigin = NamedNode(f"{RUB}scoreOrigin")
    contribution = NamedNode(f"{RUB}contribution")
    penaltyApplied = NamedNode(f"{RUB}penaltyApplied")
    readinessScore = NamedNode(f"{RUB}readinessScore")
    outcomeScore = NamedNode(f"{RUB}outcomeScore")
    alpha = NamedNode(f"{RUB}alpha")
    path = NamedNode(f"{RUB}path")
    startLine = NamedNode(f"{RUB}startLine")
    endLine = NamedNode(f"{RUB}endLine")
    excerpt = NamedNode(f"{RUB}excerpt")
    message = NamedNode(f"{RUB}message")
    remedy = NamedNode(f"{RUB}remedy")
    reproduces = NamedNode(f"{RUB}reproduces")
    outcome = NamedNode(f"{RUB}outcome")
    failureCause = NamedNode(f"{RUB}failureCause")
    failureMessage = NamedNode(f"{RUB}failureMessage")
    missingKind = NamedNode(f"{RUB}missingKind")
    missingCause = NamedNode(f"{RUB}missingCause")
    hasRepair = NamedNode(f"{RUB}hasRepair")
    repairKind = NamedNode(f"{RUB}repairKind")
    minimalRepair = NamedNode(f"{RUB}minimalRepair")
    hardware = NamedNode(f"{RUB}hardware")
    wallTime = NamedNode(f"{RUB}wallTime")
    protocol = NamedNode(f"{RUB}protocol")
    executedCount = NamedNode(f"{RUB}executedCount")
    succeededCount = NamedNode(f"{RUB}succeededCount")
    hasComparison = NamedNode(f"{RUB}hasComparison")
    metricName = NamedNode(f"{RUB}metricName")
    reportedValue = NamedNode(f"{RUB}reportedValue")
    reproducedValue = NamedNode(f"{RUB}reproducedValue")
    reportedText = NamedNode(f"{RUB}reportedText")
    reproducedText = NamedNode(f"{RUB}reproducedText")
    verdict = NamedNode(f"{RUB}verdict")
    verdictReason = NamedNode(f"{RUB}verdictReason")
    derivation = NamedNode(f"{RUB}derivation")
    query = NamedNode(f"{RUB}query")
    deviationAtMost = NamedNode(f"{RUB}deviationAtMost")
    unit = NamedNode(f"{RUB}unit")
    toleranceKind = NamedNode(f"{RUB}toleranceKind")
    tolerance = NamedNode(f"{RUB}tolerance")
    withinTolerance = NamedNode(f"{RUB}withinTolerance")
    qualitativeClaimHolds = NamedNode(f"{RUB}qualitativeClaimHolds")
    attemptMethod = NamedNode(f"{RUB}attemptMethod")
    earlierPolicy = NamedNode(f"{RUB}earlierPolicy")
    laterPolicy = NamedNode(f"{RUB}laterPolicy")
    versionStep = NamedNode(f"{RUB}versionStep")
    hasChange = NamedNode(f"{RUB}hasChange")
    changeKind = NamedNode(f"{RUB}changeKind")
    changedPart = NamedNode(f"{RUB}changedPart")
    changedField = NamedNode(f"{RUB}changedField")
    valueBefore = NamedNode(f"{RUB}valueBefore")
    valueAfter = NamedNode(f"{RUB}valueAfter")
    hasImpact = NamedNode(f"{RUB}hasImpact")
    scoredRuns = NamedNode(f"{RUB}scoredRuns")
    movedRuns = NamedNode(f"{RUB}movedRuns")
    meanShift = NamedNode(f"{RUB}meanShift")
    meanDistance = NamedNode(f"{RUB}meanDistance")
    spearmanRho = NamedNode(f"{RUB}spearmanRho")
    kendallTau = NamedNode(f"{RUB}kendallTau")
    zerosBefore = NamedNode(f"{RUB}zerosBefore")
    zerosAfter = NamedNode(f"{RUB}zerosAfter")
    threshold = NamedNode(f"{RUB}threshold")
    risesTo = NamedNode(f"{RUB}risesTo")
    fallsBelow = NamedNode(f"{RUB}fallsBelow")
    lastSequence = NamedNode(f"{RUB}lastSequence")
    stateDigest = NamedNode(f"{RUB}stateDigest")
    sequence = NamedNode(f"{RUB}sequence")
    digest = NamedNode(f"{RUB}digest")
    shapesDigest = NamedNode(f"{RUB}shapesDigest")
    submitter = NamedNode(f"{RUB}submitter")
    validationMessage = NamedNode(f"{RUB}validationMessage")
    withdrawnBecause = NamedNode(f"{RUB}withdrawnBecause")


class rdf:
    """RDF."""

    type = NamedNode(f"{RDF}type")


class rdfs:
    """RDF Schema."""

    label = NamedNode(f"{RDFS}label")
    comment = NamedNode(f"{RDFS}comment")


class xsd:
    """XML Schema datatypes."""

    string = NamedNode(f"{XSD}string")
    boolean = NamedNode(f"{XSD}boolean")
    integer = NamedNode(f"{XSD}integer")
    decimal = NamedNode(f"{XSD}decimal")
    double = NamedNode(f"{XSD}double")
    date = NamedNode(f"{XSD}date")
    dateTime = NamedNode(f"{XSD}dateTime")
    dayTimeDuration = NamedNode(f"{XSD}dayTimeDuration")
    gYear = NamedNode(f"{XSD}gYear")
    anyURI = NamedNode(f"{XSD}anyURI")


class owl:
    """OWL."""

    sameAs = NamedNode(f"{OWL}sameAs")


class dcterms:
    """DCMI Metadata Terms."""

    title = NamedNode(f"{DCTERMS}title")
    description = NamedNode(f"{DCTERMS}description")
    identifier = NamedNode(f"{DCTERMS}identifier")
    issued = NamedNode(f"{DCTERMS}issued")
    created = NamedNode(f"{DCTERMS}created")
    license = NamedNode(f"{DCTERMS}license")
    rights = NamedNode(f"{DCTERMS}rights")
    creator = NamedNode(f"{DCTERMS}creator")
    publisher = NamedNode(f"{DCTERMS}publisher")
    source = NamedNode(f"{DCTERMS}source")
    subject = NamedNode(f"{DCTERMS}subject")
    isPartOf = NamedNode(f"{DCTERMS}isPartOf")
    isVersionOf = NamedNode(f"{DCTERMS}isVersionOf")
    replaces = NamedNode(f"{DCTERMS}replaces")
    bibliographicCitation = NamedNode(f"{DCTERMS}bibliographicCitation")
    type = NamedNode(f"{DCTERMS}type")


class dcat:
    """Data Catalog Vocabulary 3."""

    Catalog = NamedNode(f"{DCAT}Catalog")
    Dataset = NamedNode(f"{DCAT}Dataset")
    CatalogRecord = NamedNode(f"{DCAT}CatalogRecord")
    version = NamedNode(f"{DCAT}version")
    previousVersion = NamedNode(f"{DCAT}previousVersion")
    landingPage = NamedNode(f"{DCAT}landingPage")
    record = NamedNode(f"{DCAT}record")


class dqv:
    """Data Quality Vocabulary."""

    isMeasurementOf = NamedNode(f"{DQV}isMeasurementOf")
    computedOn = NamedNode(f"{DQV}computedOn")
    value = NamedNode(f"{DQV}value")
    inDimension = NamedNode(f"{DQV}inDimension")
    qualityAssessment = NamedNode(f"{DQV}qualityAssessment")


class prov:
    """PROV-O."""

    Agent = NamedNode(f"{PROV}Agent")
    Person = NamedNode(f"{PROV}Person")
    Organization = NamedNode(f"{PROV}Organization")
    SoftwareAgent = NamedNode(f"{PROV}SoftwareAgent")
    Association = NamedNode(f"{PROV}Association")
    Plan = NamedNode(f"{PROV}Plan")
    Bundle = NamedNode(f"{PROV}Bundle")
    qualifiedAssociation = NamedNode(f"{PROV}qualifiedAssociation")
    agent = NamedNode(f"{PROV}agent")
    hadPlan = NamedNode(f"{PROV}hadPlan")
    wasAssociatedWith = NamedNode(f"{PROV}wasAssociatedWith")
    wasAttributedTo = NamedNode(f"{PROV}wasAttributedTo")
    startedAtTime = NamedNode(f"{PROV}startedAtTime")
    endedAtTime = NamedNode(f"{PROV}endedAtTime")
    used = NamedNode(f"{PROV}used")
    wasGeneratedBy = NamedNode(f"{PROV}wasGeneratedBy")
    wasDerivedFrom = NamedNode(f"{PROV}wasDerivedFrom")
    wasInformedBy = NamedNode(f"{PROV}wasInformedBy")
    wasRevisionOf = NamedNode(f"{PROV}wasRevisionOf")
    specializationOf = NamedNode(f"{PROV}specializationOf")
    hadPrimarySource = NamedNode(f"{PROV}hadPrimarySource")
    invalidatedAtTime = NamedNode(f"{PROV}invalidatedAtTime")


class schema:
    """schema.org, in the http form that RO-Crate and CodeMeta use."""

    codeRepository = NamedNode(f"{SCHEMA}codeRepository")
    softwareVersion = NamedNode(f"{SCHEMA}softwareVersion")
    name = NamedNode(f"{SCHEMA}name")
    issn = NamedNode(f"{SCHEMA}issn")
    url = NamedNode(f"{SCHEMA}url")


class foaf:
    """Friend of a Friend."""

    name = NamedNode(f"{FOAF}name")
    primaryTopic = NamedNode(f"{FOAF}primaryTopic")


class oa:
    """Web Annotation."""

    hasTarget = NamedNode(f"{OA}hasTarget")
    hasBody = NamedNode(f"{OA}hasBody")
    motivatedBy = NamedNode(f"{OA}motivatedBy")


class skos:
    """SKOS."""

    Concept = NamedNode(f"{SKOS}Concept")
    ConceptScheme = NamedNode(f"{SKOS}ConceptScheme")
    prefLabel = NamedNode(f"{SKOS}prefLabel")
    definition = NamedNode(f"{SKOS}definition")
    notation = NamedNode(f"{SKOS}notation")
    inScheme = NamedNode(f"{SKOS}inScheme")


def compact(iri: str) -> str:
    """An IRI as a prefixed name where one of our prefixes fits and it reads well, else in angle brackets."""
    for prefix, namespace in PREFIXES.items():
        local = iri.removeprefix(namespace)
        if local != iri and local and not set(local) & set("/#?:"):
            return f"{prefix}:{local}"
    return f"<{iri}>"
