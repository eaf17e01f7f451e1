import { readFileSync } from 'node:fs'
import { Ajv, type ValidateFunction } from 'ajv'
import { describe, expect, it } from 'vitest'
import { parse, parseAllDocuments } from 'yaml'
import { commandOf, type Instruction, parseDockerfile } from '../scripts/container/dockerfile.ts'
import { runCliInProcess } from './support/runCliInProcess.ts'
import { readSnippets } from './support/snippets.ts'

const read = (path: string): string => readFileSync(new URL(`../${path}`, import.meta.url), 'utf8')
const readJson = (path: string) => JSON.parse(read(path)) as object

const ajv = new Ajv({ strict: false, allErrors: true })
ajv.addSchema(readJson('test/data/deploy/kubernetes.json'), 'kubernetes')
const isCompose = ajv.compile(readJson('test/data/deploy/compose.json'))

interface Manifest {
  readonly kind: string
  readonly spec: { readonly template: { readonly spec: { readonly containers: Container[] } } }
}

type Dependencies = Readonly<
  Record<'dependencies' | 'devDependencies' | 'peerDependencies', Readonly<Record<string, string>>>
>

interface Container {
  readonly image: string
  readonly args: readonly string[]
}

interface Service {
  readonly image: string
  readonly command: string[]
  readonly ports: string[]
}

interface Compose {
  readonly services: Readonly<Record<string, Service>>
}

const manifests = parseAllDocuments(read('deploy/kubernetes.yaml')).map(
  (document) => document.toJS() as Manifest,
)
const compose = parse(read('deploy/compose.yaml'), { merge: true }) as Compose

const groups: Readonly<Record<string, string>> = {
  Deployment: 'api.apps.v1',
  StatefulSet: 'api.apps.v1',
  Service: 'api.core.v1',
  Ingress: 'api.networking.v1',
}

function validatorOf({ kind }: Manifest): ValidateFunction {
  const reference = `kubernetes#/definitions/io.k8s.${groups[kind]}.${kind}`
  return ajv.getSchema(reference) as ValidateFunction
}

const [documented] = readSnippets()
  .filter(({ code }) => code.startsWith('# compose.yaml\n'))
  .map(({ code }) => parse(code) as Compose)

/** The options of our program, as it is started there. */
const startedWith = [
  ...[compose, documented as Compose].flatMap(({ services }) =>
    Object.values(services).flatMap(({ image, command }) =>
      /(?:^|\/)ommer(?::|$)/.test(image) ? [command] : [],
    ),
  ),
  ...manifests.flatMap(({ kind, spec }) =>
    kind === 'Deployment' ? [(spec.template.spec.containers[0] as Container).args] : [],
  ),
]

describe('deploy/kubernetes.yaml', () => {
  it.each(manifests.map((manifest, index) => [index, manifest.kind, manifest] as const))(
    '%d: a valid %s',
    (_index, _kind, manifest) => {
      const isValid = validatorOf(manifest)
      expect([isValid(manifest), isValid.errors]).toEqual([true, null])
    },
  )

  it('would be found to have a misspelt field', () => {
    const [deployment] = manifests as [Manifest]
    const wrong = { ...deployment, spec: { ...deployment.spec, replica: 3 } }
    expect(validatorOf(deployment)(wrong)).toBe(false)
  })
})

describe('deploy/compose.yaml', () => {
  it('is valid', () => {
    expect([isCompose(compose), isCompose.errors]).toEqual([true, null])
    const wrong = { services: { a: { image: 'a', readonly: true } } }
    expect(isCompose(wrong)).toBe(false)
  })

  it('has the replicas that nginx knows, and no others', () => {
    const known = read('deploy/nginx.conf').matchAll(/server (replica-\d+):8545/g)
    const replicas = Object.keys(compose.services).filter((name) => name.startsWith('replica'))
    expect([...known].map(([, name]) => name)).toEqual(replicas)
  })
})

describe('deploy/Dockerfile', () => {
  const stages = parseDockerfile(read('deploy/Dockerfile'))
  const instructions = stages.flatMap((stage) => stage.instructions)
  const last = (name: string) => instructions.findLast((instruction) => instruction.name === name)

  it('begins with one image, of one digest', () => {
    const images = new Set(stages.map(({ image }) => image))
    expect([...images]).toEqual([
      expect.stringMatching(/^node:\d+\.\d+\.\d+-[\w-]+@sha256:\w{64}$/),
    ])
  })

  it('installs the packages of the lock file, without their scripts', () => {
    const runs = instructions.filter(({ name }) => name === 'RUN')
    expect(runs.map(({ rest }) => rest)).toEqual([
      expect.stringMatching(/^npm ci .*--ignore-scripts/),
    ])
  })

  it('has what users may install, in the version of the tests', () => {
    const { dependencies } = readJson('deploy/image/package.json') as Dependencies
    const { peerDependencies, devDependencies } = readJson('package.json') as Dependencies
    expect(Object.keys(dependencies)).toEqual(Object.keys(peerDependencies))
    expect(devDependencies).toMatchObject(dependencies)
  })

  it('is given the files that it copies, and no others', () => {
    const copied = instructions
      .filter(({ name, flags }) => name === 'COPY' && flags.from === undefined)
      .flatMap(({ rest }) => rest.split(' ').slice(0, -1))
    const [first, ...allowed] = read('deploy/Dockerfile.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'))
    expect([first, ...allowed.sort()]).toEqual(['*', ...copied.map((path) => `!${path}`).sort()])
  })

  it('runs as another user than root, and checks the port that it exposes', () => {
    expect(last('USER')?.rest).toMatch(/^[1-9]\d*$/)
    const [, port] = /127\.0\.0\.1:(\d+)\//.exec(last('HEALTHCHECK')?.rest ?? '') ?? []
    expect(last('EXPOSE')?.rest).toBe(port)
  })

  it('starts the program with options that it accepts', async () => {
    const given = commandOf(last('CMD') as Instruction)
    const { stderr } = await runCliInProcess(['serve', ...given, '--port=x'])
    expect(stderr).toMatch(/^error: --port: /)
  })
})

describe('compose.yaml in docs/ci.md', () => {
  it('is valid', () => {
    expect([isCompose(documented), isCompose.errors]).toEqual([true, null])
  })

  it('starts the image of this version, at the port that it exposes', () => {
    const { version } = readJson('package.json') as { readonly version: string }
    const { image, ports } = (documented as Compose).services.ommer as Service
    expect(image.split(':')[1]).toBe(version)
    expect(ports).toEqual([expect.stringMatching(/:8545$/)])
    expect(read('deploy/Dockerfile')).toContain('\nEXPOSE 8545\n')
  })
})

it('passes no field on that replicas set', () => {
  expect(read('deploy/nginx.conf')).toContain('proxy_set_header x-ommer-hops "";')
})

it('starts the program with options that it accepts', async () => {
  expect(startedWith).toHaveLength(5)
  for (const options of startedWith) {
    const journal = options.find((option) => option.startsWith('--journal='))
    // As compose and Kubernetes replace variables.
    const others = options
      .filter((option) => option !== journal)
      .map((option) => option.replace(/\$\{\w+:-(\w+)\}/, '$1').replace('$(POD_IP)', '10.0.0.1'))
    // The last option that is checked is wrong, so that nothing is started.
    const keys = others.includes('--any-key') ? [] : ['--api-key=key']
    const wrong = `${journal ?? '--journal=redis://redis:6379?journal=ommer'}&wrong=1`
    const given = ['serve', ...keys, ...others, wrong]
    const { stderr } = await runCliInProcess(given)
    expect(stderr).toBe(
      "error: --journal: there is no parameter 'wrong': want redis://HOST:PORT?journal=NAME\n",
    )
  }
})
