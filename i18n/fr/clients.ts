import type { clients as en } from '../en/clients.ts';
import type { Translation } from '../index.ts';

export const clients = {
  title: 'Clients',
  description: 'Les réseaux dont les boîtiers sont surveillés ici. Chacun ne voit que ses propres données.',
  create: 'Nouveau client',
  edit: 'Modifier le client',
  boxes: 'Boîtiers',
  users: 'Utilisateurs',
  empty: 'Aucun client pour le moment',
  empty_advice: 'Créez le premier, puis affectez-lui des utilisateurs et des boîtiers.',
  delete_explain: 'Seul un client sans boîtier ni utilisateur peut être supprimé.',
} as const satisfies Translation<typeof en>;
