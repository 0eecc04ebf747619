import type { User } from '@aerowatch/contracts/api/users';
import type { Failure, Result } from '../../../lib/api/result.ts';
import { upload } from '../../../lib/query/write.ts';
import { failureText } from '../../../ui/states/failure.ts';

/** Sends the picture of a user; null is the signed-in user. */
export function sendPicture(picture: Blob, id: number | null): Promise<Result<User>> {
  const file = { file: picture, fileName: 'avatar.png' };
  return id === null ? upload('meAvatar', file) : upload('usersAvatarSet', file, { params: { id } });
}

/** Why a picture was refused. */
export const refusalOf = (failure: Failure): string =>
  Array.isArray(failure.errors.file) ? failure.errors.file.join(' ') : failureText(failure).advice;
