/** A person as the subject of an entry in the audit log: a row, or who is signed in. */
export const aboutUser = (
  user: { id: number; email: string } & ({ client_id: number | null } | { clientId: number | null }),
) => ({
  entity: 'users' as const,
  id: user.id,
  name: user.email,
  clientId: 'clientId' in user ? user.clientId : user.client_id,
});
