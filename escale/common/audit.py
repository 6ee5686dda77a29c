"""The audit log: every change that staff make, with the values before and after. Entries are never
changed.
"""

import json
from collections.abc import Sequence
from typing import Any

from django.core.serializers.json import DjangoJSONEncoder
from django.db import connection, models

from escale.common.models import AuditEntry

#: Fields of all models whose values are not recorded.
PRIVATE_FIELDS = frozenset({"password", "mail", "email", "token", "token_hash", "salt"})
#: Further such fields of models that are not ours. Our own models name theirs in `private_fields`.
PRIVATE_FIELDS_BY_MODEL = {
    "otp_totp.totpdevice": {"key"},
    "otp_webauthn.webauthncredential": {"credential_id", "public_key"},
}
HIDDEN = "•"
ADD, CHANGE, DELETE = AuditEntry.Action.ADD, AuditEntry.Action.CHANGE, AuditEntry.Action.DELETE
#: The values of a row, by field name.
Snapshot = dict[str, Any]

# The database refuses to change or delete an entry, also for programs that do not use Django.
PROTECT = {
    "sqlite": [
        f"CREATE TRIGGER audit_no_{verb} BEFORE {verb} ON common_auditentry "
        "BEGIN SELECT RAISE(ABORT, 'the audit log is append only'); END"
        for verb in ("update", "delete")
    ],
    "postgresql": [
        "CREATE FUNCTION audit_refuse() RETURNS trigger LANGUAGE plpgsql AS "
        "$$BEGIN RAISE EXCEPTION 'the audit log is append only'; END$$",
        "CREATE TRIGGER audit_append_only BEFORE UPDATE OR DELETE ON common_auditentry "
        "FOR EACH ROW EXECUTE FUNCTION audit_refuse()",
    ],
}
UNPROTECT = {
    "sqlite": [f"DROP TRIGGER audit_no_{verb}" for verb in ("update", "delete")],
    "postgresql": ["DROP TRIGGER audit_append_only ON common_auditentry", "DROP FUNCTION audit_refuse"],
}


def execute(statements: dict[str, list[str]]) -> None:
    """Runs the statements for the present database. Called by a migration."""
    with connection.cursor() as cursor:
        for statement in statements[connection.vendor]:
            cursor.execute(statement)


def take_snapshot(row: models.Model) -> Snapshot:
    """The present values of a row, for comparing them later."""
    return {field.name: _json_value(field.value_from_object(row)) for field in row._meta.concrete_fields}


def _json_value(value: Any) -> Any:
    try:
        return json.loads(json.dumps(value, cls=DjangoJSONEncoder))
    except TypeError:
        return str(value)


def record(
    *,
    who: Any,
    action: str,
    thing: models.Model,
    before: Snapshot | None = None,
    after: Snapshot | None = None,
) -> AuditEntry | None:
    """Records the difference between two snapshots of a row, if there is one."""
    entry = _build_entry(who, action, thing, before or {}, after or {})
    if entry is not None:
        entry.save()
    return entry


def _build_entry(
    who: Any, action: str, thing: models.Model, before: Snapshot, after: Snapshot
) -> AuditEntry | None:
    differing = [name for name in {**before, **after} if before.get(name) != after.get(name)]
    if action == CHANGE and not differing:
        return None
    kind = thing._meta.label_lower
    # The name of a model with private fields may show them, so only its kind is recorded.
    label = str(thing._meta.verbose_name if hasattr(thing, "private_fields") else thing)
    username = getattr(who, "username", "") or ""
    shown_before = _select_shown(before, differing, thing)
    shown_after = _select_shown(after, differing, thing)
    words = json.dumps(
        [kind, label, username, shown_before, shown_after], ensure_ascii=False, cls=DjangoJSONEncoder
    ).casefold()
    return AuditEntry(
        who=username,
        action=action,
        kind=kind,
        thing=str(thing.pk),
        label=label[:200],
        before=shown_before,
        after=shown_after,
        words=words,
    )


def _select_shown(snapshot: Snapshot, names: list[str], row: models.Model) -> Snapshot:
    """The values of these fields, with private values hidden."""
    private = PRIVATE_FIELDS | PRIVATE_FIELDS_BY_MODEL.get(row._meta.label_lower, set())
    private |= getattr(row, "private_fields", frozenset())
    return {
        name: HIDDEN if name in private and snapshot[name] else snapshot[name]
        for name in names
        if name in snapshot
    }


def record_addition(*, who: Any, thing: models.Model) -> None:
    record(who=who, action=ADD, thing=thing, after=take_snapshot(thing))


def record_change(*, who: Any, thing: models.Model, before: Snapshot) -> None:
    record(who=who, action=CHANGE, thing=thing, before=before, after=take_snapshot(thing))


def change_fields(*, who: Any, thing: models.Model, **values: Any) -> None:
    """Sets fields of a row, saves them and records the change."""
    before = take_snapshot(thing)
    for name, value in values.items():
        setattr(thing, name, value)
    thing.save(update_fields=list(values))
    record_change(who=who, thing=thing, before=before)


def change_many(*, who: Any, changes: Sequence[tuple[models.Model, dict[str, Any]]]) -> None:
    """Sets fields of many rows of one model, saves them and records the changes, with few statements."""
    entries, names = [], set()
    for thing, values in changes:
        before = take_snapshot(thing)
        for name, value in values.items():
            setattr(thing, name, value)
        names.update(values)
        entries.append(_build_entry(who, CHANGE, thing, before, take_snapshot(thing)))
    if changes:
        things = [thing for thing, _values in changes]
        type(things[0])._default_manager.bulk_update(things, sorted(names), batch_size=500)
        AuditEntry.objects.bulk_create([entry for entry in entries if entry is not None], batch_size=500)


def record_deletion(*, who: Any, thing: models.Model) -> None:
    """Records a deletion. Call it before deleting, because afterwards the row has no id."""
    record(who=who, action=DELETE, thing=thing, before=take_snapshot(thing))
