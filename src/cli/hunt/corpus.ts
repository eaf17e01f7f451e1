import { createHash } from 'node:crypto'
import { mkdir, readdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { drawChain } from '../../drawChain.ts'
import { describeDifference, type Finding, type HuntReport } from '../../hunt/finding.ts'
import { findingPage } from '../../hunt/report/page.ts'
import { huntOptionsText, testFile } from '../../hunt/report/testFile.ts'
import { codeOf, messageOf, OmmerError } from '../../primitives/errors.ts'
import { readScenario } from '../../scenario/readScenarioFile.ts'
import type { Scenario } from '../../scenario/scenario.ts'
import type { HuntArguments } from './runHunt.ts'

/** The scenarios of a folder, in the order of their names; none if it does not exist. */
export async function readCorpus(folder: string): Promise<readonly Scenario[]> {
  let names: string[]
  try {
    names = await readdir(folder)
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return []
    throw new OmmerError('INVALID_OPTION', `--corpus ${folder}: ${messageOf(error)}`)
  }
  const files = names.filter((name) => /\.(?:json|ya?ml)$/.test(name)).toSorted()
  return Promise.all(files.map((name) => readScenario(join(folder, name))))
}

/**
 * Writes a scenario with its page, its picture and a test.
 *
 * @returns the path of the page
 */
export async function writeFinding(
  report: HuntReport,
  finding: Finding,
  given: HuntArguments,
): Promise<string> {
  const { corpus } = given
  const scenario = { description: describeDifference(finding.difference), ...finding.scenario }
  const text = `${JSON.stringify(scenario, undefined, 2)}\n`
  const name = `found-${createHash('sha256').update(text).digest('hex').slice(0, 8)}`
  const picture = await pictureOf(finding.scenario)
  const commands = huntOptionsText(given)
  const page = findingPage(finding, report, {
    scenario: `${name}.json`,
    picture: picture && `${name}.svg`,
    replay: `npx ommer hunt ${commands} --replay ${join(corpus, `${name}.json`)}`,
  })
  await mkdir(corpus, { recursive: true })
  await writeFile(join(corpus, `${name}.json`), text)
  await writeFile(join(corpus, `${name}.md`), page)
  await writeFile(join(corpus, `${name}.test.mjs`), testFile(`${name}.json`, given))
  if (picture !== undefined) await writeFile(join(corpus, `${name}.svg`), picture)
  return join(corpus, `${name}.md`)
}

/** The chain of the last move after it, played without a client. */
async function pictureOf(scenario: Scenario): Promise<string | undefined> {
  const { playScenario } = await import('../../playScenario.ts')
  const played = await playScenario(scenario, { port: 0, byHand: true })
  try {
    await played.finish()
    const last = scenario.steps.findLast((step) => !('waitFor' in step))
    const endpoint = played.endpoints.get(last?.endpoint ?? '') ?? played.server
    return drawChain(endpoint, { title: 'after the last step' })
  } finally {
    await played.close()
  }
}
