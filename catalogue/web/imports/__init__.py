"""Pages of imports: upload, comparison, progress, report, undo."""
