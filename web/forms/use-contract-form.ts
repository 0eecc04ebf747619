import { isEmpty } from '@aerowatch/domain/validation';
import { translateMessage } from '@aerowatch/i18n/translate-message';
import { type UseFormReturnType, useForm } from '@mantine/form';
import { useCallback, useRef, useState } from 'react';
import { type Failure, flatErrors, type Result } from '../lib/api/result.ts';
import { type Formats, useFormats } from '../lib/format.ts';
import { currentLanguage } from '../lib/text.ts';
import { useUnsavedGuard } from './saving/unsaved-guard.ts';
import { type Measured, shownBounds, shownRefusal } from './shown-bounds.ts';

/** The part of a zod schema that is needed here, so that this file does not import zod. */
export interface Schema {
  safeParse(
    value: unknown,
  ):
    | { success: true; data: unknown }
    | { success: false; error: { issues: { path: PropertyKey[]; message: string }[] } };
}

export interface ContractFormSettings<Values extends Record<string, unknown>, Answer> {
  initial: Values;
  /** Body schema of the contract; its messages are shown in the user's language. */
  schema?: Schema;
  /** Form values → the body that is checked and sent (units, empty → null, only changed fields …). */
  toBody?: (values: Values) => unknown;
  /** Checks beyond the contract (password confirmation …), by field path. */
  check?: (values: Values) => Record<string, string | null>;
  submit: (body: never, values: Values) => Promise<Result<Answer>>;
  onSuccess: (answer: Answer, values: Values) => void;
  /** Called after the errors are shown at their fields, for example for a toast. */
  onFailure?: (failure: Failure) => void;
  /** Body path → form path where they differ. */
  pathOf?: (path: string) => string;
  /** The meaning of the numbers at a form path, so that bounds are shown in the user's units. */
  measured?: (path: string) => Measured | null;
  guard?: boolean;
}
export interface ContractForm<Values extends Record<string, unknown>> {
  form: UseFormReturnType<Values>;
  busy: boolean;
  /** The error without a field. */
  failure: Failure | null;
  onSubmit: (event?: React.FormEvent<HTMLFormElement>) => void;
}

type Checks<Values> = Pick<
  ContractFormSettings<Values & Record<string, unknown>, unknown>,
  'schema' | 'toBody' | 'check' | 'pathOf' | 'measured'
>;

/** Problems found by the contract and the form's own checks, by form path; one message per field. */
export function problemsOf<Values>(
  values: Values & Record<string, unknown>,
  { schema, toBody, check, pathOf, measured }: Checks<Values>,
  formats: Formats,
): Record<string, string> {
  const errors: Record<string, string> = {};
  const body = toBody?.(values) ?? values;
  const parsed = schema?.safeParse(body);
  for (const { path, message } of parsed?.success === false ? parsed.error.issues : []) {
    const at = path.map(String).join('.');
    const place = pathOf?.(at) ?? at;
    // An empty field is reported as missing, not as too short or malformed.
    const missing = isEmpty(path.reduce<unknown>((value, key) => (value as never)?.[key], body));
    errors[place] ??= say(missing ? 'required' : shownBounds(message, measured?.(place) ?? null, formats));
  }
  for (const [path, message] of Object.entries(check?.(values) ?? {}))
    if (message !== null) errors[path] ??= message;
  return errors;
}

/** The server's field errors, by form path. */
function refusalsOf<Values>(
  failure: Failure,
  { pathOf, measured }: Pick<Checks<Values>, 'pathOf' | 'measured'>,
  formats: Formats,
): Record<string, string> {
  const { non_field_errors: _general, ...fields } = failure.errors;
  return Object.fromEntries(
    Object.entries(flatErrors(fields)).map(([path, message]) => {
      const place = pathOf?.(path) ?? path;
      return [place, shownRefusal(message, measured?.(place) ?? null, formats)];
    }),
  );
}

const say = (message: string) => translateMessage(message, currentLanguage());

/**
 * A form checked by the contract: on submit the body is parsed by its schema, server errors appear at their
 * fields, the first invalid field is focused, and leaving with changes asks for confirmation.
 */
export function useContractForm<Values extends Record<string, unknown>, Answer>(
  settings: ContractFormSettings<Values, Answer>,
): ContractForm<Values> {
  const latest = useRef(settings);
  latest.current = settings;
  const formats = useFormats();
  const formatsNow = useRef(formats);
  formatsNow.current = formats;
  const [busy, setBusy] = useState(false);
  const [failure, setFailure] = useState<Failure | null>(null);

  const validate = useCallback(
    (values: Values) => problemsOf(values, latest.current, formatsNow.current),
    [],
  );

  const form = useForm<Values>({
    mode: 'controlled',
    initialValues: settings.initial,
    validate,
    validateInputOnBlur: false,
  });
  const guard = useUnsavedGuard(settings.guard !== false && form.isDirty() && !busy);

  const onSubmit = (event?: React.FormEvent<HTMLFormElement>): void => {
    event?.preventDefault();
    event?.stopPropagation();
    if (busy) return;
    const target = event?.currentTarget ?? null;
    const found = form.validate();
    if (found.hasErrors) focusFirstError(target);
    else void send(target);
  };
  const send = async (target: HTMLFormElement | null): Promise<void> => {
    const { toBody, submit, onSuccess, onFailure } = latest.current;
    const values = form.getValues();
    setBusy(true);
    setFailure(null);
    const result = await submit((toBody === undefined ? values : toBody(values)) as never, values);
    setBusy(false);
    if (result.ok) {
      form.resetDirty(values);
      guard.release();
      onSuccess(result.data, values);
      return;
    }
    const errors = refusalsOf(result, latest.current, formatsNow.current);
    form.setErrors(errors);
    const elsewhere = Object.keys(errors).length === 0 || result.errors.non_field_errors !== undefined;
    setFailure(elsewhere && !result.aborted && result.status !== 403 ? result : null);
    onFailure?.(result);
    focusFirstError(target);
  };
  return { form, busy, failure, onSubmit };
}

/** Focuses the first invalid field, once it is rendered. */
export function focusFirstError(target: HTMLFormElement | null): void {
  requestAnimationFrame(() =>
    setTimeout(() => {
      // Mantine's frames around inputs are marked too, but cannot be focused.
      const field = (target ?? document).querySelector<HTMLElement>(
        ':is(input, textarea, select, button)[aria-invalid="true"], [data-error="true"] :is(input, textarea, button)',
      );
      field?.focus();
    }, 0),
  );
}
