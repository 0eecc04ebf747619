import { endpoint } from '../endpoint.ts';
import { user } from './users.ts';

/** An uploaded picture. */
const PICTURE = { field: 'file', maxBytes: 2 * 1024 * 1024 } as const;

export const meAvatar = endpoint({
  name: 'me.avatar',
  confirm: 'own',
  method: 'POST',
  path: '/me/avatar/',
  level: 'observer',
  tag: 'Profile',
  errors: [413],
  summary: 'Set your picture: PNG, JPEG or WebP up to 2 MiB, cropped and re-encoded to 256 px',
  upload: PICTURE,
  response: user,
});
export const meAvatarDelete = endpoint({
  name: 'me.avatar_delete',
  confirm: 'own',
  method: 'DELETE',
  path: '/me/avatar/',
  level: 'observer',
  tag: 'Profile',
  summary: 'Remove your picture',
});
export const usersAvatarSet = endpoint({
  name: 'users.avatar_set',
  confirm: 'daily',
  method: 'POST',
  path: '/users/{id}/avatar/',
  level: 'privileged',
  resource: 'user',
  tag: 'Users',
  errors: [413],
  summary: 'Set the picture of somebody you manage',
  upload: PICTURE,
  response: user,
});
export const usersAvatarDelete = endpoint({
  name: 'users.avatar_delete',
  confirm: 'daily',
  method: 'DELETE',
  path: '/users/{id}/avatar/',
  level: 'privileged',
  resource: 'user',
  tag: 'Users',
  summary: 'Remove the picture of somebody you manage',
});
export const usersAvatar = endpoint({
  name: 'users.avatar',
  method: 'GET',
  path: '/users/{id}/avatar/',
  level: 'member',
  resource: 'user',
  answers: 'file',
  tag: 'Users',
  summary: 'Picture of a user (WebP, 256 px)',
});
