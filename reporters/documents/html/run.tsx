import type { ComponentChildren, JSX } from 'preact';
import { describeOverlay } from '../../../schemas/overlay.ts';
import { figureOf, figureSentence } from '../../conditions.ts';
import { counted } from '../../lists.ts';
import type { Report } from '../../report.ts';
import { combined } from '../../summary.ts';
import { Scroll } from './code.tsx';
import { Part, Plain } from './prose.tsx';

/** How many lines of a list of texts are shown. */
const SHOWN = 300;

/** Texts of the run, one after the other. */
export function Texts({
  id,
  title,
  about,
  texts,
}: {
  id: string;
  title: string;
  about: string;
  texts: readonly string[];
}): JSX.Element {
  const further = texts.length - SHOWN;
  return (
    <Part id={id} title={`${title}: ${texts.length}`}>
      <p>{texts.length === 0 ? 'None.' : about}</p>
      {texts.length > 0 && (
        <ul>
          {texts.slice(0, SHOWN).map((text) => (
            <li>
              <Plain text={text} longest={400} />
            </li>
          ))}
          {further > 0 && <li>{further} more in report.json.</li>}
        </ul>
      )}
    </Part>
  );
}

function Row({ name, children }: { name: string; children: ComponentChildren }): JSX.Element {
  return (
    <tr>
      <th scope="row">{name}</th>
      <td>{children}</td>
    </tr>
  );
}

const Names = ({ names }: { names: readonly string[] }): JSX.Element => (
  <>
    {names.length === 0
      ? 'none'
      : names.map((name) => (
          <>
            <code>
              <Plain text={name} />
            </code>{' '}
          </>
        ))}
  </>
);

/** How the needs of the catalogue are met that settings decide. */
function Needs({ capabilities }: Report['target']): JSX.Element {
  const needs = Object.entries(capabilities);
  const missing = needs.filter(([, how]) => how === null).map(([need]) => need);
  return (
    <>
      {needs.length - missing.length} of {needs.length} met
      {missing.length > 0 && (
        <>
          ; not met: <Names names={missing} />
        </>
      )}
    </>
  );
}

function Workspaces({ workspace, combinations }: Report): JSX.Element {
  return (
    <>
      {workspace.length === 0 && 'no test looked at it'}
      {workspace.map(({ caller, items, listings, read }) => (
        <div>
          <code>
            <Plain text={caller} />
          </code>
          : {counted(items, 'item')}, {read} of {counted(listings, 'listing')} read to their end
        </div>
      ))}
      {combinations && <div>{combined(combinations)}</div>}
    </>
  );
}

/** What was run against what. No setting is told but by its name. */
export function Run(report: Report): JSX.Element {
  const { suite, target, run, gate, overlay } = report;
  const figure = figureOf(report);
  return (
    <Part id="run" title="The run">
      <Scroll label="Facts of the run">
        <table class="facts">
          <tbody>
            <Row name="Target">
              <Plain text={target.baseUrl || 'none'} />
            </Row>
            <Row name="Settings that were set">
              <Names names={target.settings} />
            </Row>
            <Row name="Needs decided by settings">
              <Needs {...target} />
            </Row>
            <Row name="Required profiles">
              <Names names={gate.required} />
            </Row>
            {overlay && <Row name="Overlay of the contract">{describeOverlay(overlay)}</Row>}
            {figure && <Row name="Conditions of MUST">{figureSentence(figure)}</Row>}
            <Row name="Workspace, as shown to">
              <Workspaces {...report} />
            </Row>
            <Row name="Began">
              <time dateTime={run.startedAt}>
                {run.startedAt.replace('T', ' ').replace(/\.\d+Z$/, ' UTC')}
              </time>
            </Row>
            <Row name="Took">{(run.durationMs / 1000).toFixed(1)} s</Row>
            <Row name="Requests">{run.requests}</Row>
            <Row name="Seed">{run.seed ?? 'none'}</Row>
            <Row name="Shards">
              {run.shard ? `shard ${run.shard.current} of ${run.shard.total} alone` : run.shards}
            </Row>
            <Row name="Suite">
              {suite.name} {suite.version}; contract {suite.contractVersion}; catalogue{' '}
              {suite.catalogueDigest}
            </Row>
            <Row name="Runs on">
              Node.js {run.versions.node}; Playwright {run.versions.playwright}
            </Row>
          </tbody>
        </table>
      </Scroll>
    </Part>
  );
}
