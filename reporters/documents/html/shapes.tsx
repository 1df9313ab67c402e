import type { JSX } from 'preact';
import type { Report } from '../../report.ts';
import { Scroll } from './code.tsx';
import { Part } from './prose.tsx';

/** A field by its place in the interface, which leads to its requirement. */
type SeenShape = Report['shapes'][number];

interface Field extends SeenShape {
  readonly source: string;
}

function Fields({ title, fields }: { title: string; fields: readonly Field[] }): JSX.Element | null {
  if (fields.length === 0) return null;
  return (
    <>
      <h3>
        {title}: {fields.length}
      </h3>
      <ul class="ids">
        {fields.map(({ id, source }) => (
          <li>
            <a href={`#${id}`}>{source}</a>
          </li>
        ))}
      </ul>
    </>
  );
}

function Table({ fields }: { fields: readonly Field[] }): JSX.Element {
  return (
    <details>
      <summary>How often each field was seen</summary>
      <Scroll label="Table of fields">
        <table>
          <thead>
            <tr>
              <th scope="col">Field</th>
              <th scope="col">Seen</th>
              <th scope="col">Of these, not null</th>
            </tr>
          </thead>
          <tbody>
            {fields.map(({ id, source, present, filled }) => (
              <tr>
                <th scope="row">
                  <a href={`#${id}`}>{source}</a>
                </th>
                <td>{present}</td>
                <td>{filled}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </Scroll>
    </details>
  );
}

/** Which fields of the interface the target ever sent: a rule of one that was never seen was kept by silence. */
export function Shapes({ shapes, requirements }: Report): JSX.Element {
  const sources = new Map(requirements.map(({ id, source }) => [id, source]));
  const fields = shapes.map((shape) => ({ ...shape, source: sources.get(shape.id) ?? shape.id }));
  const seen = fields.filter(({ filled }) => filled > 0);
  return (
    <Part id="shapes" title="Fields seen and never seen">
      <p>
        {seen.length} of {fields.length} fields that the interface names were seen with a value.
      </p>
      <Fields title="Never seen" fields={fields.filter(({ present }) => present === 0)} />
      <Fields
        title="Seen as null only"
        fields={fields.filter(({ present, filled }) => present > 0 && filled === 0)}
      />
      {seen.length > 0 && <Table fields={fields} />}
    </Part>
  );
}
