/**
 * Where the fields of each file are typed into: screens, tabs, or openings (`openings`). A file missing here
 * fails the test, and so does a field that none of its places contains.
 */
export const WHERE: Readonly<Record<string, readonly string[]>> = {
  'entities/boxes/form/aero-fields.tsx': ['box-edit'],
  'screens/boxes/bulk/firmware-dialog.tsx': ['boxes: update of firmware'],
  'entities/boxes/form/configuration-input.tsx': [
    'box-edit',
    'box edit: other model',
    'boxes: configuration of many',
  ],
  'entities/boxes/form/identity-fields.tsx': ['box-edit', 'box create: of a client'],
  'entities/boxes/form/place-fields.tsx': ['box-edit', 'box create: of a client'],
  'entities/inbox/matter-dialog.tsx': ['inbox: plan', 'inbox: dismiss'],
  'entities/notes/note-dialog.tsx': ['box: note'],
  'entities/silences/silence-scope.tsx': ['silences: of a line'],
  'entities/silences/silence-when.tsx': ['silences: of a line', 'silences: repeated', 'silences: counted'],
  'entities/supervisors/condition-parts.tsx': ['supervisor-edit', 'supervisor: return to normal'],
  'entities/supervisors/condition-window.tsx': ['supervisor-edit'],
  'entities/supervisors/tell-choice.tsx': ['supervisor-edit'],
  'entities/work/order-fields.tsx': ['work-order', 'alert: work order'],
  'screens/box/hardware/replace-dialog.tsx': ['box: replaced'],
  'screens/box/history/new-entry.tsx': ['box-history'],
  'screens/box/share-dialog.tsx': ['box: share'],
  'screens/duty/duty-form.tsx': ['duty: roster'],
  'screens/duty/exception-fields.tsx': ['duty: roster'],
  'screens/forecast/thresholds.tsx': ['forecast'],
  'screens/preferences/preferences-screen.tsx': ['preferences'],
  'screens/preferences/telling.tsx': ['preferences'],
  'screens/settings/audit/audit-tab.tsx': ['audit: filters'],
  'screens/settings/set-aside/set-aside-bounds.tsx': ['set aside: bounds'],
  'screens/settings/set-aside/set-aside-filters.tsx': ['set aside: filters'],
  'screens/settings/webhooks/webhook-deliveries.tsx': ['webhooks: deliveries'],
  'screens/visualization/controls.tsx': ['curves: custom dates', 'curves: frequency and zone'],
};
