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
import { stopSignal } from './stopSignal.ts'

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
  const run = await withProgress('Generating blocks', stopSignal, (progress) =>
    playScenario(given.scenario, { ...options, ...progress }),
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
    }
    await Promise.race([untilAborted(stopSignal), untilFailed(run, given.json === true)])
  } finally {
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

function scenarioLines({ chains, endpoints, steps }: ScenarioRun): string {
  const chainOf = (id: number) => (chains.size > 1 ? ` (chain ${id})` : '')
  const lines = [
    '',
    `Scenario of ${steps.length} steps, with these endpoints:`,
    ...[...endpoints.values()].map(({ url, chainId }) => `  ${url}${chainOf(chainId)}`),
    '',
  ]
  return lines.join('\n')
}
