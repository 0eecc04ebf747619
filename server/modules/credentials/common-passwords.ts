import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';

/**
 * The 8,000 most common passwords of 12 characters and more in the ten-million list of M. Burnett
 * (public domain; by way of OWASP SecLists), lower case, as the first 11 characters of their SHA-256 in
 * base64url: the words themselves are not for reading.
 */
const LISTED: ReadonlySet<string> = new Set(
  readFileSync(new URL('./common-passwords.txt', import.meta.url), 'utf8')
    .trimEnd()
    .split('\n'),
);
/** Words that people lengthen with digits and marks to reach a minimum length. */
const WORDS = new Set(
  `password passwort motdepasse contrasena azerty azertyuiop qwerty qwertyuiop qwertz letmein welcome bienvenue
  admin administrator administrateur administrator changeme changemoi default iloveyou jetaime princess dragon monkey
  football baseball sunshine superman batman pokemon master login secret soleil doudou loulou chouchou marseille
  spring summer autumn winter printemps ete été automne hiver january february march april june july august september
  october november december janvier fevrier février mars avril juin juillet aout août septembre octobre novembre decembre décembre
  aerowatch passw0rd p@ssword p@ssw0rd pa$$word pa$$w0rd abc abcd abcdef test testtest user utilisateur`.split(
    /\s+/,
  ),
);
const ROWS = [
  'abcdefghijklmnopqrstuvwxyz',
  '01234567890123456789',
  'qwertyuiopasdfghjklzxcvbnm',
  'azertyuiopqsdfghjklmwxcvbn',
];
const STRAIGHT = [...ROWS, ...ROWS.map((row) => [...row].reverse().join(''))];

/** Whether an attacker's first list has it: listed, one word with a tail, a repetition, or a run along the keyboard. */
export function isCommonPassword(password: string): boolean {
  const plain = password.toLowerCase();
  return isListed(plain) || isWordWithTail(plain) || isRepetition(plain) || isRun(plain);
}

function isListed(plain: string): boolean {
  return LISTED.has(createHash('sha256').update(plain).digest('base64url').slice(0, 11));
}

/** `password1234`, `Motdepasse2024!`, `123admin123`. */
function isWordWithTail(plain: string): boolean {
  const bare = plain.replace(/^[^\p{L}@$]+/u, '').replace(/[^\p{L}]+$/u, '');
  const half = bare.slice(0, bare.length / 2);
  return WORDS.has(bare) || (bare === half + half && WORDS.has(half));
}

/** `aaaaaaaaaaaa`, `abcabcabcabc`, and anything of at most three different characters. */
function isRepetition(plain: string): boolean {
  if (new Set(plain).size <= 3) return true;
  for (let unit = 1; unit <= plain.length / 3; unit += 1)
    if (
      plain
        .slice(0, unit)
        .repeat(Math.ceil(plain.length / unit))
        .slice(0, plain.length) === plain
    )
      return true;
  return false;
}

function isRun(plain: string): boolean {
  return STRAIGHT.some((row) => row.includes(plain) || row.repeat(2).includes(plain));
}
