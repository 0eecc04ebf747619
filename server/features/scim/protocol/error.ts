import { translateMessage } from '@aerowatch/i18n/translate-message';
import { ApiError, BadRequest, type FieldErrors } from '../../../platform/errors.ts';

export const ERROR = 'urn:ietf:params:scim:api:messages:2.0:Error';

/** The kinds of 400 and 409 that RFC 7644 (table 9) names and this server uses. */
type ScimType =
  | 'invalidFilter'
  | 'invalidPath'
  | 'invalidSyntax'
  | 'invalidValue'
  | 'mutability'
  | 'noTarget'
  | 'uniqueness';

/** A refusal in the words of RFC 7644, for what no field of the console stands for. */
export class ScimError extends ApiError {
  readonly scimType: ScimType;
  constructor(scimType: ScimType, detail: string) {
    super(scimType === 'uniqueness' ? 409 : 400, scimType, detail);
    this.scimType = scimType;
  }
}

/** A failure as the body of RFC 7644, 3.12, in English: it goes to the log of a directory. */
export function errorBody(error: ApiError): Record<string, unknown> & { readonly status: string } {
  const { status, scimType, detail } = saidOf(error);
  return {
    schemas: [ERROR],
    status: String(status),
    ...(scimType === undefined ? {} : { scimType }),
    detail,
  };
}

function saidOf(error: ApiError): { status: number; scimType?: string; detail: string } {
  if (error instanceof ScimError)
    return { status: error.status, scimType: error.scimType, detail: error.detail };
  if (!(error instanceof BadRequest))
    return { status: error.status, detail: translateMessage(error.detail, 'en') };
  const messages = messagesOf(error.fields);
  const detail = messages.map(([field, code]) => `${field}${translateMessage(code, 'en')}`).join(' ');
  if (messages.some(([, code]) => code === 'email_taken'))
    return { status: 409, scimType: 'uniqueness', detail };
  const isSyntax = messages.some(([, code]) => code === 'not_json');
  return { status: 400, scimType: isSyntax ? 'invalidSyntax' : 'invalidValue', detail };
}

/** Attributes of SCIM by the fields of the console that hold them. */
const ATTRIBUTES: Readonly<Record<string, string>> = {
  email: 'userName',
  first_name: 'name.givenName',
  last_name: 'name.familyName',
  language: 'preferredLanguage',
  is_active: 'active',
  client: 'organization',
};

function messagesOf(fields: FieldErrors): [field: string, code: string][] {
  return Object.entries(fields).flatMap(([field, inner]) =>
    Array.isArray(inner)
      ? inner.map((code): [string, string] => [
          field === 'non_field_errors' ? '' : `${ATTRIBUTES[field] ?? field}: `,
          code,
        ])
      : messagesOf(inner),
  );
}
