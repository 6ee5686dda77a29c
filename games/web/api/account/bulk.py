"""Creates many matches with one request, for programs that play against each other."""

from __future__ import annotations

from django.utils.translation import gettext as _
from drf_spectacular.utils import extend_schema_serializer
from rest_framework import serializers
from rest_framework.response import Response

from escale.common.api.bodies import OBJECT_EXPECTED
from escale.common.api.http import UNKNOWN, require_object
from escale.common.api.problems import Problem, join_place
from escale.common.api.schema import problems
from games.matches.limits import CREATE, MAX_BULK
from games.matches.storage.transactions import write_transaction
from games.web.api import request_schemas, response_schemas
from games.web.api.account.me import require_account
from games.web.api.auth import enforce_for_client
from games.web.api.games_view import games_view
from games.web.api.matches import admit_client, create_match, describe_taken_seat


@extend_schema_serializer(component_name="NewMatches")
class NewMatchesIn(serializers.Serializer):
    """The matches to create, each as in POST /matches/."""

    matches = serializers.ListField(child=request_schemas.NewMatchIn(), min_length=1, max_length=MAX_BULK)


class TakenSeatsOut(serializers.Serializer):
    """The new matches in the order of the request, each with the seat that you have taken."""

    results = response_schemas.TakenSeatOut(many=True)


@games_view(
    POST=dict(
        summary="Create many matches, all or none",
        operation_id="matches_create_many",
        request=NewMatchesIn,
        responses={201: TakenSeatsOut} | problems(400, 401, 403, 409),
    ),
)
def create_many(request):
    """For accounts only. Each match counts against the limit of creations."""
    require_account(request)
    body = require_object(request.data)
    wishes = body.get("matches")
    errors = {name: [str(UNKNOWN)] for name in sorted(set(body) - {"matches"})}
    if not isinstance(wishes, list) or not 1 <= len(wishes) <= MAX_BULK:
        errors["matches"] = [_("A list of 1 to %(most)d matches is expected.") % {"most": MAX_BULK}]
    if errors:
        raise Problem(400, "invalid", errors=errors)
    enforce_for_client(request, CREATE, len(wishes))
    all_fields = _validate_all(wishes)
    origin = admit_client(request)
    with write_transaction():
        seats = [create_match(request, fields, origin) for fields in all_fields]
    return Response({"results": [describe_taken_seat(request, seat) for seat in seats]}, status=201)


def _validate_all(wishes: list) -> list[dict]:
    """The fields of each match; raises a Problem that says what is wrong in which match."""
    all_fields, errors = [], {}
    for index, wish in enumerate(wishes):
        place = f"matches[{index}]"
        try:
            all_fields.append(request_schemas.validate_without_nonce(request_schemas.NewMatchIn, wish))
        except Problem as problem:
            errors_of_match = problem.errors or {"": [str(OBJECT_EXPECTED)]}
            errors |= {
                join_place(place, name) if name else place: sentences
                for name, sentences in errors_of_match.items()
            }
    if errors:
        raise Problem(400, "invalid", errors=errors)
    return all_fields
