"""How well a rule answers questions: `python -m tests.bench.asking [--fit] [--database postgres://…]`.

The questions are those of the rulings, in every language. Before one is asked, its ruling is taken out of the
index. The answer is right when it is the section of the ruling. `--fit` fits the weights of the evidence,
each time on the other rulings (cross-validation), and reports what the weights would find there.
"""

# ruff: noqa: E402 (Django must know its settings before models may be imported)
import argparse
import math
import os
import random
import tempfile
import tomllib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from pathlib import Path
from time import perf_counter

OPTIONS = argparse.ArgumentParser(description=__doc__)
OPTIONS.add_argument("--database", default="", help="An empty PostgreSQL database; SQLite without it.")
OPTIONS.add_argument("--fit", action="store_true", help="Also fit the weights by cross-validation.")
CHOSEN = OPTIONS.parse_args()
os.environ["DATABASE_URL"] = CHOSEN.database
os.environ["DJANGO_SETTINGS_MODULE"] = "tests.bench.settings"
os.environ.setdefault("DATA_DIR", tempfile.mkdtemp(prefix="asking-bench-"))

import django

django.setup()

from django.core.management import call_command

from escale.common import languages
from rules_docs.models import RuleDocument, RulingText
from rules_docs.search.asking import (
    MIN_SCORE,
    ask_rule,
    choose_language,
    load_index,
    question_indexes,
    select_answers,
)
from rules_docs.search.index.question_index import WEIGHTS, RankedSection

UNANSWERED_FILE = Path(__file__).parent / "questions" / "unanswered.toml"
FOLDS = 8
STEPS = 80


@dataclass
class Asked:
    """A question of a ruling, and all sections as they were ranked in each language, without this ruling."""

    document: str
    ruling: str
    language: str
    question: str
    section: str
    rankings: dict[str, list[RankedSection]]

    def rank(self, language: str) -> int:
        return [section.key for section in self.rankings[language]].index(self.section)


def ask_rulings() -> list[Asked]:
    asked = []
    for document in RuleDocument.objects.all():
        texts = RulingText.objects.filter(ruling__document=document).exclude(question="")
        rulings: dict[str, list[RulingText]] = {}
        for text in texts.select_related("ruling__section").order_by("pk"):
            rulings.setdefault(text.ruling.key, []).append(text)
        for key, questions in rulings.items():
            indexes = {code: load_index(document, code, without_ruling=key) for code in languages.codes()}
            for text in questions:
                rankings = {code: index.rank_sections(text.question) for code, index in indexes.items()}
                asked.append(
                    Asked(document.slug, key, text.language, text.question, text.ruling.section.key, rankings)
                )
    return asked


def share(ranks: Sequence[int]) -> str:
    """Top 1, 3 and 5 of these ranks, in per cent."""
    parts = [f"{100 * sum(rank < top for rank in ranks) / len(ranks):5.1f}" for top in (1, 3, 5)]
    return " / ".join(parts) + f"   of {len(ranks)}"


def report_found(asked: list[Asked]) -> None:
    print("top 1 / 3 / 5 in per cent, the language of the question told")
    for code in languages.codes():
        print(f"  {code}     {share([one.rank(code) for one in asked if one.language == code])}")
    for slug in sorted({one.document for one in asked}):
        print(f"  {slug:11}{share([one.rank(one.language) for one in asked if one.document == slug])}")
    print(f"  all    {share([one.rank(one.language) for one in asked])}")
    print("across languages: the reader's language is another one than the question's")
    ranks = []
    for one in asked:
        for reader in languages.codes():
            if reader != one.language:
                ranks.append(one.rank(choose_language(one.rankings, reader)))
    print(f"  all    {share(ranks)}")


def report_refused(asked: list[Asked]) -> None:
    """What is answered at all: real questions, and questions that the rules do not answer."""
    answers = [[section.key for section in select_answers(one.rankings[one.language])] for one in asked]
    answered = [(one, keys) for one, keys in zip(asked, answers, strict=True) if keys]
    first = sum(one.section == keys[0] for one, keys in answered)
    among = sum(one.section in keys for one, keys in answered)
    print(
        f"answered with the least score {MIN_SCORE}: {len(answered)} of {len(asked)} real questions; "
        f"the first section is right in {first}, one of those shown in {among}"
    )
    unanswered = tomllib.loads(UNANSWERED_FILE.read_text(encoding="utf-8"))
    for part, questions_by_language in unanswered.items():
        wrong = []
        count = 0
        for document in RuleDocument.objects.all():
            for code, questions in questions_by_language.items():
                for question in questions:
                    count += 1
                    answer = ask_rule(document, question, language=code, published=list(languages.codes()))
                    if answer.keys:
                        wrong.append((document.slug, question, answer.keys[0]))
        print(f"not in the rule, {part}: {len(wrong)} of {count} answered ({100 * len(wrong) / count:.1f} %)")
        if part == "tuning":
            for line in wrong:
                print("   ", *line)


def report_time(asked: list[Asked]) -> None:
    document = RuleDocument.objects.first()
    question_indexes.clear()
    started = perf_counter()
    published = list(languages.codes())
    ask_rule(document, "?", language="fr", published=published)
    print(f"building the indexes of a rule in four languages: {1000 * (perf_counter() - started):.0f} ms")
    taken = []
    for one in asked:
        started = perf_counter()
        ask_rule(document, one.question, language=one.language, published=published)
        taken.append(1000 * (perf_counter() - started))
    taken.sort()
    print(f"asking: p50 {taken[len(taken) // 2]:.1f}  p95 {taken[int(0.95 * len(taken))]:.1f} ms")


# --- what the questions would find without the bank, and with other weights -------------------------


def report_plain_search(asked: list[Asked]) -> None:
    """BM25 of the words of a section, for comparison: the first part of the evidence."""
    ranks = []
    for one in asked:
        sections = sorted(one.rankings[one.language], key=lambda section: -section.evidence.text)
        ranks.append([section.key for section in sections].index(one.section))
    print(f"words of the section alone (BM25)  {share(ranks)}")


def fit(asked: list[Asked]) -> list[float]:
    """Weights that make the right sections likely: softmax regression by AdaGrad, no weight is negative.

    The penalty of a summary is a negative part of the evidence here.
    """
    weights = [1.0] * len(WEIGHTS)
    squares = [1e-8] * len(WEIGHTS)
    for _step in range(STEPS):
        slopes = [0.0] * len(WEIGHTS)
        for one in asked:
            sections = one.rankings[one.language]
            shares = softmax([weigh(section, weights) for section in sections])
            for section, likelihood in zip(sections, shares, strict=True):
                push = (section.key == one.section) - likelihood
                for number, part in enumerate(signed(section)):
                    slopes[number] += push * part
        for number, slope in enumerate(slopes):
            step = slope / len(asked) - 0.005 * weights[number]
            squares[number] += step * step
            weights[number] = max(0.0, weights[number] + 0.6 * step / math.sqrt(squares[number]))
    return weights


def signed(section: RankedSection) -> list[float]:
    return [*section.evidence[:-1], -section.evidence.summary]


def weigh(section: RankedSection, weights: Sequence[float]) -> float:
    return sum(weight * part for weight, part in zip(weights, signed(section), strict=True))


def softmax(scores: Sequence[float]) -> list[float]:
    powers = [math.exp(score - max(scores)) for score in scores]
    return [power / sum(powers) for power in powers]


def rank_by(one: Asked, weights: Sequence[float]) -> int:
    score: Callable[[RankedSection], float] = lambda section: -weigh(section, weights)  # noqa: E731
    return [section.key for section in sorted(one.rankings[one.language], key=score)].index(one.section)


def report_fit(asked: list[Asked]) -> None:
    rulings = sorted({(one.document, one.ruling) for one in asked})
    random.Random(1).shuffle(rulings)
    ranks = []
    for fold in range(FOLDS):
        held_out = set(rulings[fold::FOLDS])
        learned_from = [one for one in asked if (one.document, one.ruling) not in held_out]
        weights = fit(learned_from)
        ranks += [rank_by(one, weights) for one in asked if (one.document, one.ruling) in held_out]
    print(f"weights fitted on the other rulings, {FOLDS} folds   {share(ranks)}")
    names = " ".join(f"{name}={weight:.2f}" for name, weight in zip(WEIGHTS._fields, fit(asked), strict=True))
    print(f"fitted on all rulings: {names}")


def main() -> None:
    call_command("migrate", verbosity=0)
    call_command("load_rules", verbosity=0)
    asked = ask_rulings()
    report_plain_search(asked)
    report_found(asked)
    if CHOSEN.fit:
        report_fit(asked)
    report_refused(asked)
    report_time(asked)


if __name__ == "__main__":
    main()
