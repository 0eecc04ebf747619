/** A box as the subject of an entry in the audit log. */
export const aboutBox = (box: { id: number; serial_number: string; client_id: number | null }) => ({
  entity: 'boxes' as const,
  id: box.id,
  name: box.serial_number,
  clientId: box.client_id,
});
