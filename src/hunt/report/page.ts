import { describeStep } from '../../scenario/describeStep.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import { describeDifference, type Finding, type HuntReport } from '../finding.ts'
import type { ObservedCall } from '../run/observedCall.ts'

/** How many characters of an answer, and lines of output, are shown. */
const ANSWER_MAX = 400
const LINES_MAX = 20

/** Names of what a page points to. */
export interface PageFiles {
  /** the scenario */
  readonly scenario: string
  /** its picture; undefined if there is none */
  readonly picture: string | undefined
  /** the command that plays it again */
  readonly replay: string
}

/** A page about a finding, in Markdown. */
export function findingPage(finding: Finding, report: HuntReport, files: PageFiles): string {
  const { scenario, difference, rate, isBeyond, twin, output } = finding
  const beyond = isBeyond
    ? 'Found with `--beyond`: finalized blocks may be removed, answers may be untrue, and nodes may show older or other heads until the end, which many clients do not claim to handle.\n\n'
    : ''
  const always = rate.wrong === rate.runs ? '' : ' It does not happen every time.'
  return `# ${title(finding)}

${describeDifference(difference)}

${beyond}Wrong in ${rate.wrong} of ${rate.runs} runs.${always} Found with seed ${report.seed} after ${report.runs} runs.

${files.picture === undefined ? '' : `![the chain after the last step](${files.picture})\n\n`}## What happens

${steps(scenario)}

Play it again:

\`\`\`sh
${files.replay}
\`\`\`

${twin === undefined ? '' : twinSection(twin)}${outputSection(output)}`
}

function title({ difference }: Finding): string {
  const titles = {
    exit: 'The client ends',
    hang: 'The client makes no calls any more',
    endless: 'The client makes new calls without end',
    unreadable: 'The rows of the client cannot be read',
  } as const
  return difference.is === 'rows'
    ? `The rows of ${difference.table} are wrong`
    : titles[difference.is]
}

function steps({ spec, chains = {}, endpoints = [], steps }: Scenario): string {
  const nodes = endpoints.length <= 1 ? '' : `, ${endpoints.length} endpoints`
  const others = Object.values(chains).map((chain) => `, another of ${chain.spec?.blocks}`)
  const lines = [
    `a chain of ${spec?.blocks} blocks${others.join('')}${nodes}`,
    ...steps.map(describeStep),
  ]
  return lines.map((line, index) => `${index + 1}. ${line}`).join('\n')
}

function twinSection({ change, call, scenario }: NonNullable<Finding['twin']>): string {
  return `## The nearest scenario in which it is right

It differs in one thing: ${change}.

${steps(scenario)}

The first call that differs, where the client is wrong:

${shownCall(call.wrong)}

and where it is right:

${shownCall(call.right)}

`
}

function shownCall(call: ObservedCall | undefined): string {
  if (call === undefined) return 'no call'
  const { method, params, answer } = call
  const shown = answer.length > ANSWER_MAX ? `${answer.slice(0, ANSWER_MAX)} …` : answer
  return `\`\`\`\n${method} ${JSON.stringify(params ?? [])}\n${shown}\n\`\`\``
}

function outputSection(output: string): string {
  const lines = output.trim().split('\n').slice(-LINES_MAX)
  if (lines.length === 1 && lines[0] === '') return ''
  return `## What the client printed last\n\n\`\`\`\n${lines.join('\n')}\n\`\`\`\n`
}
