"""The house: its name and address in each period, and its texts about itself."""

from django.core.validators import MaxValueValidator
from django.db import models
from django.db.models import F, Q
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from escale.common import languages


class HouseQuerySet(models.QuerySet):
    def on(self, day) -> "House | None":
        """The identity of the house on that day."""
        open_ended = Q(valid_to__isnull=True) | Q(valid_to__gte=day)
        return self.filter(open_ended, valid_from__lte=day).order_by("-valid_from").first()

    def today(self) -> "House | None":
        return self.on(timezone.localdate())


class House(models.Model):
    """The identity of the house in one period. Rules that are printed in this period show it."""

    name = models.CharField(_("name"), max_length=80)
    hosts = models.CharField(_("hosts"), max_length=120)
    street = models.CharField(_("street"), max_length=120, blank=True)
    postcode = models.CharField(_("postcode"), max_length=12, blank=True)
    town = models.CharField(_("town"), max_length=80)
    country = models.CharField(_("country code"), max_length=2, default="FR")
    telephones = models.CharField(
        _("telephone numbers"), max_length=80, blank=True, help_text=_("Separated by a comma.")
    )
    mail = models.EmailField(_("email"), blank=True)
    website = models.URLField(_("website"), blank=True)
    surface = models.PositiveSmallIntegerField(_("floor area in m²"))
    games = models.PositiveIntegerField(_("number of games"))
    sleeps_min = models.PositiveSmallIntegerField(_("sleeps, at least"))
    sleeps_max = models.PositiveSmallIntegerField(_("sleeps, at most"))
    stars = models.PositiveSmallIntegerField(_("stars"), default=3, validators=[MaxValueValidator(5)])
    valid_from = models.DateField(_("valid from"), unique=True)
    valid_to = models.DateField(_("valid to"), null=True, blank=True)

    objects = HouseQuerySet.as_manager()

    class Meta:
        verbose_name, verbose_name_plural = _("identity of the house"), _("identities of the house")
        ordering = ["-valid_from"]
        constraints = [
            models.CheckConstraint(
                condition=Q(valid_to__isnull=True) | Q(valid_to__gte=F("valid_from")),
                name="house_ends_after_it_begins",
            ),
            models.CheckConstraint(
                condition=Q(sleeps_max__gte=F("sleeps_min")), name="house_sleeps_in_order"
            ),
        ]

    def __str__(self) -> str:
        return f"{self.name} ({self.hosts}, {self.valid_from:%Y})"

    def text(self, language: str | None = None) -> "HouseText | None":
        """The texts in this language, else those in the default language."""
        texts = {text.language: text for text in self.texts.all()}
        return texts.get(language or languages.current()) or texts.get(languages.default())

    @property
    def telephone_list(self) -> list[str]:
        return [number.strip() for number in self.telephones.split(",") if number.strip()]


class HouseText(models.Model):
    """The texts about the house in one language."""

    house = models.ForeignKey(House, on_delete=models.CASCADE, related_name="texts")
    language = models.CharField(_("language"), max_length=languages.LONGEST_CODE, choices=languages.choices)
    tagline = models.CharField(_("tagline"), max_length=160)
    welcome = models.TextField(_("welcome"), help_text=_("Two or three sentences for the home page."))
    place = models.CharField(_("where it is"), max_length=240)
    cover = models.TextField(_("cover page"), help_text=_("What the cover of printed rules says."))

    class Meta:
        verbose_name, verbose_name_plural = _("text of the house"), _("texts of the house")
        constraints = [
            models.UniqueConstraint(fields=["house", "language"], name="one_house_text_a_language")
        ]

    def __str__(self) -> str:
        return f"{self.house} — {self.language}"
