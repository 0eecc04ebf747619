import { errors } from './errors.ts';
import { server } from './server.ts';
import { validation } from './validation.ts';

/** Every code that a message can have. */
export const messages = { ...errors, ...validation, ...server };
