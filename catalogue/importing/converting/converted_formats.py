"""The formats of files that are converted to the columns of our own format."""

from dataclasses import replace

from django.utils.translation import gettext_noop as _

from catalogue.importing.file.columns import RowFilter
from catalogue.importing.file.formats import OWN

BG_STATS = replace(OWN, name="BG Stats", row_filter=RowFilter("own", "1", reason=_("not owned")))
UNIMARC = replace(OWN, name="UNIMARC")
CONVERTED_FORMATS = {BG_STATS.name: BG_STATS, UNIMARC.name: UNIMARC}
