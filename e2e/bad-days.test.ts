import { describe } from 'vitest';
import { away } from './bad-days/away.ts';
import { gone } from './bad-days/gone.ts';
import { loading } from './bad-days/loading.ts';
import { offline } from './bad-days/offline.ts';
import { print } from './bad-days/print.ts';
import { pseudo } from './bad-days/pseudo.ts';
import { push } from './bad-days/push.ts';
import { signs } from './bad-days/signs.ts';
import { storage } from './bad-days/storage.ts';
import { setGround } from './ground.ts';

const ground = setGround();

describe('the pseudo-language', () => pseudo(ground));
describe('a part that does not load', () => loading(ground));
describe('a server that is away, fails or is slow', () => away(ground));
describe('an address of something deleted or foreign', () => gone(ground));
describe('storage that is disabled or corrupted', () => storage(ground));
describe('tab title, logo and toasts', () => signs(ground));
describe('on paper', () => print(ground));
describe('installed, without network', () => offline(ground));
describe('told while it is closed', () => push(ground));
