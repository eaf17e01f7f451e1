import { execFile } from 'node:child_process'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parse } from 'yaml'

const folder = fileURLToPath(new URL('../../setup-ommer/', import.meta.url))

interface Action {
  readonly inputs: Readonly<Record<string, { readonly default: string }>>
  readonly outputs: Readonly<Record<string, object>>
  readonly runs: { readonly main: string; readonly post: string }
}

export const action = parse(readFileSync(join(folder, 'action.yml'), 'utf8')) as Action

type Values = Readonly<Record<string, string>>

export interface StepResult {
  readonly code: number
  readonly stdout: string
  /** what the step has added to the files of the runner */
  readonly outputs: Values
  readonly env: Values
  readonly state: Values
}

/** Runs the steps of the action as a runner of GitHub Actions does. */
export class Runner {
  readonly #temporary: string
  #state: Values = {}

  constructor(temporary: string) {
    this.#temporary = temporary
  }

  async main(inputs: Values): Promise<StepResult> {
    // A busy machine may take longer than users would wait.
    const all = { ...defaults(), timeout: '1800', ...inputs }
    const env = Object.entries(all).map(([name, value]) => [`INPUT_${name.toUpperCase()}`, value])
    const result = await this.#run(action.runs.main, Object.fromEntries(env))
    this.#state = result.state
    return result
  }

  post(): Promise<StepResult> {
    const env = Object.entries(this.#state).map(([name, value]) => [`STATE_${name}`, value])
    return this.#run(action.runs.post, Object.fromEntries(env))
  }

  async #run(step: string, env: Values): Promise<StepResult> {
    const files = Object.fromEntries(
      ['OUTPUT', 'ENV', 'STATE'].map((name) => [`GITHUB_${name}`, join(this.#temporary, name)]),
    )
    mkdirSync(this.#temporary, { recursive: true })
    for (const path of Object.values(files)) writeFileSync(path, '')
    const given = { ...process.env, ...files, RUNNER_TEMP: this.#temporary, ...env }
    const { code, stdout } = await runNode(join(folder, step), given)
    const read = (name: string) => valuesIn(files[`GITHUB_${name}`] as string)
    return { code, stdout, outputs: read('OUTPUT'), env: read('ENV'), state: read('STATE') }
  }
}

/** Resolves when the step has ended, whatever it has started and left running. */
function runNode(path: string, env: NodeJS.ProcessEnv): Promise<{ code: number; stdout: string }> {
  return new Promise((resolve) => {
    execFile(process.execPath, [path], { env }, (error, stdout) =>
      resolve({ code: Number(error?.code ?? 0), stdout }),
    )
  })
}

function defaults(): Values {
  return Object.fromEntries(
    Object.entries(action.inputs).map(([name, input]) => [name, input.default]),
  )
}

function valuesIn(path: string): Values {
  const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1)
  return Object.fromEntries(lines.map((line) => [line.split('=')[0], line.replace(/^.*?=/, '')]))
}
