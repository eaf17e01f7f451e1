import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { majors } from '../scripts/runtimes/runtime.ts'
import { snippetWorkflows } from '../scripts/workflows/snippetWorkflows.ts'
import { splitOptions } from '../setup-ommer/options.mjs'
import { action } from './setup-ommer/runner.ts'
import { runCliInProcess } from './support/runCliInProcess.ts'

const read = (path: string): string => readFileSync(path, 'utf8')

const manifest = JSON.parse(read('package.json')) as {
  readonly version: string
  readonly engines: { readonly node: string }
  readonly repository: { readonly url: string }
  readonly homepage: string
  readonly bugs: string
  readonly scripts: Readonly<Record<string, string>>
}
const [, owner, repository] =
  /^git\+https:\/\/github\.com\/([\w-]+)\/([\w-]+)\.git$/.exec(manifest.repository.url) ?? []

interface Step {
  readonly name?: string
  readonly uses?: string
  readonly run?: string
  readonly with?: Readonly<Record<string, string | boolean>>
}

interface Job {
  readonly 'timeout-minutes'?: number
  readonly strategy?: { readonly matrix: Readonly<Record<string, readonly string[]>> }
  readonly steps: readonly Step[]
}

interface Workflow {
  readonly permissions: object
  readonly concurrency: object
  readonly jobs: Readonly<Record<string, Job>>
}

const workflows = readdirSync('.github/workflows').map((name) => {
  const text = read(`.github/workflows/${name}`)
  const workflow = parse(text) as Workflow
  return { name, text, workflow, jobs: Object.entries(workflow.jobs) }
})

describe('workflows', () => {
  it.each(workflows)('$name can do no more than each job needs, and ends', ({ workflow, jobs }) => {
    expect(workflow.permissions).toEqual({ contents: 'read' })
    expect(workflow.concurrency).toBeDefined()
    const withoutEnd = jobs.filter(([, job]) => job['timeout-minutes'] === undefined)
    expect(withoutEnd.map(([name]) => name)).toEqual([])
  })

  it('use actions of one commit each, with the version beside it', () => {
    const used = workflows.flatMap(({ text }) => [...text.matchAll(/uses: (.+)$/gm)])
    const others = used.map(([, action = '']) => action).filter((action) => !/^\.\//.test(action))
    for (const each of others)
      expect(each).toMatch(/^[\w-]+\/[\w-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/)
    const names = new Set(others.map((each) => each.split('@')[0]))
    expect(new Set(others).size).toBe(names.size)
  })

  it.each(workflows)('$name leaves no token where scripts of packages can read it', ({ jobs }) => {
    const checkouts = jobs.flatMap(([, { steps }]) =>
      steps.filter(({ uses }) => uses?.startsWith('actions/checkout@')),
    )
    expect(checkouts.length).toBeGreaterThan(0)
    expect(checkouts.filter((step) => step.with?.['persist-credentials'] !== false)).toEqual([])
  })

  it.each(workflows)('$name runs only scripts that exist', ({ jobs }) => {
    const missing = jobs.flatMap(([, { steps, strategy }]) => {
      const runs = steps.map(({ run = '' }) => run).join('\n')
      const named = [...runs.matchAll(/npm run ([\w:]+)(?! --if-present)(?=\s|$)/g)]
      const files = [...runs.matchAll(/(?:tsx |^)((?:scripts|\.ci)\/\S+)/gm)]
      const names = [...named.map(([, name]) => name), ...(strategy?.matrix.script ?? [])]
      return [
        ...names.filter((name) => manifest.scripts[name as string] === undefined),
        ...files.map(([, path]) => path).filter((path) => !existsSync(path as string)),
      ]
    })
    expect(missing).toEqual([])
  })

  it('test all versions of Node that are supported', () => {
    const { matrix } = workflows.find(({ name }) => name === 'ci.yml')?.workflow.jobs.test
      ?.strategy ?? { matrix: {} }
    const oldest = /\d+\.\d+/.exec(manifest.engines.node)?.[0]
    expect(matrix.node?.[0]).toBe(oldest)
    expect(matrix.node?.map((version) => version.split('.')[0])).toEqual(majors)
  })

  it('run the tests at full size that npm runs by shares', () => {
    const script = workflows.find(({ name }) => name === 'ci.yml')?.workflow.jobs.slow?.strategy
      ?.matrix.script
    const sharded = Object.entries(manifest.scripts)
      .filter(([, command]) => command.startsWith('npm run test:full -- '))
      .map(([name]) => name)
    // Needs the languages themselves.
    expect(script).toEqual(sharded.filter((name) => name !== 'languages'))
  })

  it('give the action inputs that it has', () => {
    const given = workflows.flatMap(({ jobs }) =>
      jobs.flatMap(([, { steps }]) => steps.filter(({ uses }) => uses === './setup-ommer')),
    )
    expect(given.length).toBeGreaterThan(0)
    const names = given.flatMap((step) => Object.keys(step.with ?? {}))
    expect(names.filter((name) => !(name in action.inputs))).toEqual([])
  })
})

describe('the workflow in docs/ci.md', () => {
  const [snippet] = snippetWorkflows()
  const { jobs } = parse(snippet?.text ?? '') as Workflow
  const step = jobs.test?.steps.find(({ uses }) => uses?.includes('setup-ommer')) as Step
  const page = read('docs/ci.md')

  it('uses the action of this version, with an input and an output that it has', () => {
    expect(step.uses).toBe(`${owner}/${repository}/setup-ommer@v${manifest.version}`)
    expect(Object.keys(action.inputs)).toContain(Object.keys(step.with ?? {}).join())
    const [, output] = /steps\.ommer\.outputs\.([\w-]+) /.exec(snippet?.text ?? '') ?? []
    expect(Object.keys(action.outputs)).toContain(output)
  })

  it('starts the server with options that it accepts', async () => {
    const given = splitOptions(String(step.with?.options ?? ''))
    const { stderr } = await runCliInProcess(['serve', ...given, '--port=x'])
    expect(stderr).toMatch(/^error: --port: /)
  })

  it('is described with all inputs and outputs', () => {
    const table = (from: string, to: string) =>
      [...page.slice(page.indexOf(from), page.indexOf(to)).matchAll(/^\| (`.*?) \|/gm)].flatMap(
        ([, cell = '']) => cell.replaceAll('`', '').split(', '),
      )
    expect(table('| input |', '| output |')).toEqual(Object.keys(action.inputs))
    expect(table('| output |', '## Other')).toEqual(Object.keys(action.outputs))
    for (const { default: value } of Object.values(action.inputs)) {
      if (value !== '') expect(page).toContain(`| \`${value}\` |`)
    }
  })
})

interface Form {
  readonly body: readonly {
    readonly type: string
    readonly id?: string
    readonly attributes: Readonly<Record<string, unknown>>
  }[]
}

describe('issue forms', () => {
  const folder = '.github/ISSUE_TEMPLATE'
  const forms = readdirSync(folder).filter((name) => name !== 'config.yml')

  it.each(forms)('%s is one that GitHub shows', (name) => {
    const { body, ...head } = parse(read(`${folder}/${name}`)) as Form
    expect(head).toEqual({
      name: expect.any(String),
      description: expect.any(String),
      labels: expect.any(Array),
    })
    const fields = body.filter(({ type }) => type !== 'markdown')
    expect(new Set(fields.map(({ id }) => id)).size).toBe(fields.length)
    for (const { type, attributes } of fields) {
      expect(['input', 'textarea', 'dropdown', 'checkboxes']).toContain(type)
      expect(attributes.label).toEqual(expect.any(String))
    }
  })

  it('of bugs asks for a scenario', () => {
    const { body } = parse(read(`${folder}/bug.yml`)) as Form
    expect(body.map(({ id }) => id)).toContain('scenario')
  })
})

describe('addresses', () => {
  it('of the package follow from its repository', () => {
    expect(manifest.homepage).toBe(`https://${owner}.github.io/${repository}/`)
    expect(manifest.bugs).toBe(`https://github.com/${owner}/${repository}/issues`)
  })

  it('of the repository are the same everywhere', () => {
    const others = ['.github/ISSUE_TEMPLATE/config.yml', 'SECURITY.md', 'docs/ci.md'].flatMap(
      (path) =>
        [...read(path).matchAll(/(?:github\.com|ghcr\.io|uses:)[/ ]([\w-]+\/ommer)(?![\w-])/g)].map(
          ([, found]) => `${path}: ${found}`,
        ),
    )
    expect(others.length).toBeGreaterThan(2)
    for (const each of others) expect(each.split(': ')[1]).toBe(`${owner}/${repository}`)
  })
})

// npm shows links relative to the repository, and takes pictures from raw.githubusercontent.com, which serves SVG as text.
describe('the README on npm', () => {
  const readme = read('README.md').replaceAll(/^```[\s\S]*?^```$/gm, '')
  const pictures = [...readme.matchAll(/!\[[^\]]*\]\(([^)]+)\)/g)].map(([, path]) => path as string)

  it('has pictures of the repository, in formats that are shown', () => {
    expect(pictures.length).toBeGreaterThan(0)
    for (const path of pictures) {
      expect(path).toMatch(/^docs\/pictures\/[\w-]+\.png$/)
      expect(readFileSync(path).subarray(1, 4).toString()).toBe('PNG')
    }
  })

  it('has no HTML, and links that do not leave the repository', () => {
    expect(readme).not.toMatch(/<[a-z]/)
    const links = [...readme.matchAll(/\]\((?!https:|#)([^)#]+)/g)].map(
      ([, path]) => path as string,
    )
    expect(links.length).toBeGreaterThan(20)
    expect(links.filter((path) => path.startsWith('/') || path.startsWith('.'))).toEqual([])
    expect(links.filter((path) => !existsSync(path))).toEqual([])
  })
})
