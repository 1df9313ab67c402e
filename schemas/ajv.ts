import { Ajv2020 } from 'ajv/dist/2020.js';
import { fullFormats } from 'ajv-formats/dist/formats.js';

export type OnAnnotation = (requirement: string, value: unknown, pointer: string) => void;

/** Ajv in strict mode that knows the OpenAPI keywords and reports every field with an `x-requirement`. To validate schemas takes longer. */
export function strictAjv(onSighting: OnAnnotation = () => {}, validateSchema = true): Ajv2020 {
  const ajv = new Ajv2020({
    allErrors: true,
    verbose: true,
    strict: true,
    validateSchema,
    code: { optimize: false },
    strictRequired: false,
    allowUnionTypes: true,
  });
  for (const [name, format] of Object.entries(fullFormats)) ajv.addFormat(name, format);
  // RFC 3339, section 5.6: an offset has a colon. The package also takes one without.
  const { validate } = ajv.formats['date-time'] as { validate: (text: string) => boolean };
  ajv.addFormat('date-time', (text) => validate(text) && /(Z|[+-]\d\d:\d\d)$/i.test(text));
  ajv.addKeyword({ keyword: 'example' });
  ajv.addKeyword({
    keyword: 'x-requirement',
    schemaType: 'string',
    errors: false,
    validate: (requirement: string, value: unknown, _schema: unknown, context?: { instancePath: string }) => {
      onSighting(requirement, value, context?.instancePath ?? '');
      return true;
    },
  });
  return ajv;
}
