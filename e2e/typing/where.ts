/**
 * Where the fields of each file that has some are typed into: a screen, a tab, or what opens (`openings`). A file
 * that is not here fails the test, and so does a place that shows no field.
 */
export const WHERE: Readonly<Record<string, string>> = {
  'entities/boxes/form/aero-fields.tsx': 'box-edit',
  'screens/boxes/bulk/firmware-dialog.tsx': 'boxes: firmware',
  'entities/boxes/form/configuration-input.tsx': 'box-edit',
  'entities/boxes/form/identity-fields.tsx': 'box-create',
  'entities/boxes/form/place-fields.tsx': 'box-create',
  'entities/notes/note-dialog.tsx': 'box: note',
  'entities/silences/silence-dialog.tsx': 'silences: of a line',
  'entities/supervisors/condition-editor.tsx': 'supervisor-edit',
  'entities/supervisors/condition-parts.tsx': 'supervisor-edit',
  'entities/work/order-fields.tsx': 'work-order',
  'screens/box/log-tab.tsx': 'box-log',
  'screens/box/share-dialog.tsx': 'box: share',
  'screens/preferences/preferences-screen.tsx': 'preferences',
  'screens/preferences/telling.tsx': 'preferences',
  'screens/settings/audit/audit-tab.tsx': 'audit: filters',
  'screens/settings/set-aside/set-aside-bounds.tsx': 'set aside: bounds',
  'screens/settings/set-aside/set-aside-filters.tsx': 'set aside: filters',
  'screens/settings/webhooks/webhook-deliveries.tsx': 'webhooks: deliveries',
  'screens/visualization/controls.tsx': 'curves: custom dates',
};
