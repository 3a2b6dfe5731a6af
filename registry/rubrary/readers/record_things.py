"""What records are about and who made them: artifacts, venues, agents, references; and the faults in them."""

from __future__ import annotations

from rubrary import records
from rubrary.errors import Problem
from rubrary.readers.record_names import Names, repository_iri, slug
from rubrary.readers.record_parts import Agent, Artifact, Paper, Person, Study, Venue
from rubrary.readers.record_problems import Step
from rubrary.readers.record_scores import Faults


class Things:
    """Makes the things that several records share, and notes what cannot be made.

    Args:
        names: mints IRIs and remembers places.
    """

    def __init__(self, names: Names) -> None:
        self.names = names
        self.problems: list[Problem] = []

    def study(self, study: Study, iri: str) -> records.StudyRecord:
        """A published study."""
        return records.StudyRecord(
            iri=self.names.mark(iri, "study"),
            title=study.title,
            source=study.source,
            license=study.license,
            version=study.version,
            description=study.description,
            rights=study.rights,
        )

    def paper(self, paper: Paper, iri: str) -> records.PaperRecord:
        """A paper with its venue, authors and artifacts."""
        self.names.mark(iri, "paper")
        return records.PaperRecord(
            iri=iri,
            title=paper.title,
            doi=paper.doi,
            issued=paper.issued,
            venue=self.venue(paper.venue, "paper", "venue") if paper.venue else None,
            creators=tuple(self._creator(person, at) for at, person in enumerate(paper.creators)),
            artifacts=tuple(
                self.artifact(part, "paper", "artifacts", at) for at, part in enumerate(paper.artifacts)
            ),
        )

    def artifact(self, part: Artifact, *steps: Step) -> records.Artifact:
        """A part of a bundle."""
        iri = self.names.mark(self.names.artifact(part), *steps)
        repository = repository_iri(part.repository) if part.repository else None
        return records.Artifact(iri, part.kind, part.title, repository, part.license, part.availability)

    def venue(self, venue: Venue, *steps: Step) -> records.Venue:
        """A venue; every file has to say the same of it."""
        iri = self.names.mark(self.names.below("venue", venue.id), *steps)
        return records.Venue(iri, venue.title, venue.issn)

    def _creator(self, person: Person, at: int) -> records.Agent:
        iri = person.orcid or self._minted_agent(person.name, "add 'orcid: …'", "paper", "creators", at)
        return records.Agent(self.names.mark(iri, "paper", "creators", at), "person", person.name)

    def agent(self, agent: Agent, *steps: Step) -> records.Agent:
        """A person, an organization or a program."""
        name = agent.name or agent.organization or agent.software or ""
        if agent.id:
            iri = self.names.below("agent", agent.id)
        else:
            known = agent.orcid or agent.url
            iri = known or self._minted_agent(f"{name} {agent.version or ''}", "add 'id: …'", *steps)
        self.names.mark(iri, *steps)
        if agent.software:
            return records.Agent(iri, "software", agent.software, agent.version)
        if agent.organization:
            return records.Agent(iri, "organization", agent.organization)
        return records.Agent(iri, "person", agent.name or "")

    def _minted_agent(self, name: str, hint: str, *steps: Step) -> str:
        end = slug(name)
        if not end:
            self.fault("has a name from which no short name can be made", hint, *steps)
        return self.names.below("agent", end or "unnamed")

    def reference(self, kind: str, said: str | None, default: str | None, *steps: Step) -> str | None:
        """The IRI of what a file refers to; the default where it says nothing."""
        if said is None:
            return default
        iri = self.names.referred(kind, said)
        if iri is None:
            self.fault(
                f"is {said!r}, which names no {kind}", "write its IRI, or its id in this registry", *steps
            )
            return None
        return self.names.mark(iri, *steps)

    def fault(self, message: str, hint: str, *steps: Step) -> None:
        """Note what cannot be made of a part of the file."""
        words = [f"[{step + 1}]" if isinstance(step, int) else f".{step}" for step in steps]
        what = "".join(words).removeprefix(".")
        self.problems.append(Problem(f"{what} {message}", self.names.place(*steps), hint))

    def faults(self, found: Faults, *steps: Step) -> None:
        """Note what is wrong with some keys of a part of the file."""
        for key, (message, hint) in found.items():
            self.problems.append(Problem(message, self.names.place(*steps, key), hint))
