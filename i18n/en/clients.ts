export const clients = {
  title: 'Clients',
  description: 'The railways whose boxes are watched here. Each sees its own data only.',
  create: 'New client',
  edit: 'Edit the client',
  boxes: 'Boxes',
  users: 'Users',
  empty: 'No client yet',
  empty_advice: 'Create the first one, then assign users and boxes to it.',
  delete_explain: 'Only a client without boxes and users can be deleted.',
} as const;
