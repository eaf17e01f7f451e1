import { playScenario } from '../playScenario.ts'
import type { ScenarioRun } from '../scenario/play.ts'
import { devOptions } from './devDefaults.ts'
import { withProgress } from './obtainChain.ts'
import { print, printJson } from './print.ts'
import { readyLine } from './readyLine.ts'
import {
  announcement,
  controlOptions,
  exitWithUnreadLog,
  type ServeArguments,
  terminalFor,
  untilAborted,
  warnIfExposed,
} from './runServe.ts'
import { StepLines, stepText } from './stepLines.ts'
import { stopSignal } from './stopSignal.ts'

/** How many steps are listed at the start. */
const STEPS_SHOWN = 30

/**
 * Plays a scenario; resolves after a stop signal, once everything is closed.
 *
 * @throws {ScenarioError}
 */
export async function runScenario(
  given: ServeArguments & { readonly scenario: string },
): Promise<void> {
  const { host, port, methods, callTimeout, callGas, history, logLevel } = given
  const control = controlOptions(given)
  const { dev, mining, backgroundTraffic, cors, explorer } = given
  const calls = { callTimeout, callGas, history }
  const sending = { dev, automine: mining, backgroundTraffic }
  const options = {
    host,
    port,
    methods,
    logLevel,
    control,
    explorer,
    cors,
    ...sending,
    ...calls,
    ...devOptions(given),
    terminal: terminalFor(given),
  }
  const progress = new StepLines()
  const onStep = given.json ? undefined : progress.add
  const run = await withProgress('Generating blocks', stopSignal, (generation) =>
    playScenario(given.scenario, { ...options, ...generation, onStep }),
  )
  if (run === undefined) return
  const { chain, server, endpoints } = run
  try {
    if (stopSignal.aborted) return
    warnIfExposed(host)
    if (given.json) {
      await printJson(readyLine(chain, server, { endpoints: [...endpoints.values()] }))
    } else {
      const served = { dev: dev && { automine: mining } }
      await print(announcement(given, chain, server, served) + scenarioLines(run))
      progress.show(run)
    }
    await Promise.race([untilAborted(stopSignal), untilFailed(run, given.json === true)])
  } finally {
    progress.stop()
    await run.close()
    exitWithUnreadLog()
  }
}

/** Prints a line when all steps were played; never resolves, and rejects if a step fails. */
async function untilFailed(run: ScenarioRun, isJson: boolean): Promise<never> {
  await run.finished
  const { played } = run
  const over = isJson
    ? JSON.stringify({ event: 'over', played })
    : 'The scenario is over: all its steps were played.'
  // The server keeps running, even if the program that started it has stopped reading its output.
  await print(`${over}\n`)
  return new Promise(() => {})
}

function scenarioLines(run: ScenarioRun): string {
  const { chains, endpoints, steps, description, played } = run
  const chainOf = (id: number) => (chains.size > 1 ? ` (chain ${id})` : '')
  const omitted = steps.length - STEPS_SHOWN
  const lines = [
    '',
    `Scenario of ${steps.length} steps${description === undefined ? '' : `: ${description}`}`,
    ...steps.slice(0, STEPS_SHOWN).map((step, index) => `  ${index + 1}. ${stepText(run, step)}`),
    ...(omitted > 0 ? [`  and ${omitted} more`] : []),
    ...(played > 0 ? [`Steps played so far: ${played}`] : []),
    '',
    'Its endpoints:',
    ...[...endpoints.values()].map(({ url, chainId }) => `  ${url}${chainOf(chainId)}`),
    '',
  ]
  return lines.join('\n')
}
