/** Markup that is safe to put into markup. */
export interface Html {
  readonly text: string;
  toString(): string;
}

/** Marks text as safe markup. */
export function raw(text: string): Html {
  return { text, toString: () => text };
}

/** A template whose values are escaped unless they are markup themselves. */
export function html(strings: TemplateStringsArray, ...values: readonly unknown[]): Html {
  const parts = values.map(
    (value, index) => (isHtml(value) ? value.text : escaped(String(value))) + (strings[index + 1] ?? ''),
  );
  return raw((strings[0] ?? '') + parts.join(''));
}

function isHtml(value: unknown): value is Html {
  return typeof value === 'object' && value !== null && 'text' in value;
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
