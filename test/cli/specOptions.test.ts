import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { Command } from 'commander'
import fc from 'fast-check'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { parse } from 'yaml'
import { forkNames } from '../../src/chain/protocol/forks.ts'
import { presetNames } from '../../src/chain/spec/presets.ts'
import { type ChainSpec, specInputs, TEST_MNEMONIC } from '../../src/chain/spec/spec.ts'
import { kindNames } from '../../src/chain/spec/trafficKindNames.ts'
import { FieldOption } from '../../src/cli/fieldOption.ts'
import { createProgram } from '../../src/cli/program.ts'
import { addSpecOptions } from '../../src/cli/specOptions.ts'
import { createChain } from '../../src/createChain.ts'
import { killRemaining, startCli } from '../support/runCli.ts'
import { runCliInProcess } from '../support/runCliInProcess.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'

const folder = temporaryFolder()
afterAll(killRemaining)

const specFields = Object.keys(specInputs)

const range = (low: number, high: number) =>
  fc
    .tuple(fc.integer({ min: low, max: high }), fc.integer({ min: low, max: high }))
    .map((pair) => pair.toSorted((one, other) => one - other) as [number, number])

const million = fc.integer({ min: 0, max: 1_000_000 })

/** Every field; the values are valid one by one. */
const anySpec: fc.Arbitrary<{ readonly [Name in keyof ChainSpec]-?: unknown }> = fc.record({
  seed: fc.string({ minLength: 1, unit: 'grapheme' }).filter((text) => !text.startsWith('-')),
  blocks: million,
  preset: fc.constantFrom(...presetNames),
  forks: fc.dictionary(
    fc.constantFrom(...forkNames.slice(1)),
    fc.oneof(million, fc.record({ timestamp: fc.integer({ min: 0, max: 2 ** 40 }) })),
    { minKeys: 1, noNullPrototype: true },
  ),
  transactionsPerBlock: range(0, 10_000),
  traffic: fc.dictionary(fc.constantFrom(...kindNames), million, {
    minKeys: 1,
    noNullPrototype: true,
  }),
  uncleRate: range(1, 1_000_000),
  blockSeconds: range(1, 26),
  gasLimit: fc.integer({ min: 1_000_000, max: 1_000_000_000 }),
  accounts: fc.integer({ min: 2, max: 1000 }),
  finality: range(0, 1_000_000).map(([safe, finalized]) => ({ safe, finalized })),
  chainId: fc.integer({ min: 1, max: 2 ** 48 }),
  mnemonic: fc.constantFrom('none', TEST_MNEMONIC),
  mnemonicAccounts: fc.integer({ min: 0, max: 1000 }),
  mnemonicBalance: fc.integer({ min: 0, max: 1_000_000_000 }),
  derivationPath: fc.constantFrom('m', "m/44'/60'/0'/0", "m/44'/60'/0'/", 'm/1/2'),
  genesisTime: fc.integer({ min: 0, max: 2 ** 40 }),
  create2Factory: fc.constant(true),
  codeSizeLimit: fc.integer({ min: 0, max: 2 ** 20 }),
  excessBlobGas: fc.integer({ min: 0, max: 2 ** 40 }),
  baseFee: fc.integer({ min: 0, max: 10 ** 15 }),
})

function specCommand(): Command {
  return addSpecOptions(new Command('test').exitOverride())
}

function fieldOptions(command: Command): FieldOption[] {
  return command.options.filter((each) => each instanceof FieldOption)
}

describe('the options of a spec', () => {
  it.each(['serve', 'export', 'verify', 'spec'])('%s has one for each field', (name) => {
    const command = createProgram().commands.find((each) => each.name() === name) as Command
    for (const field of specFields) {
      const option = command.options.find((each) => each.attributeName() === field)
      const words = field.replaceAll(/[A-Z]/g, (letter) => `_${letter}`).toUpperCase()
      const variable = (option as FieldOption).text.placeholder && `OMMER_${words}`
      // A switch has a variable only while that turns it on.
      expect(option, field).toMatchObject({ path: field, envVar: variable || undefined })
      expect(option?.description.length, field).toBeGreaterThan(10)
    }
  })

  it('are written as they are read, for every value of every field', () => {
    fc.assert(
      fc.property(anySpec, (spec) => {
        const command = specCommand()
        const args = fieldOptions(command).flatMap(({ long, path, text }) => [
          String(long),
          ...(text.placeholder === '' ? [] : [text.write(spec[path as keyof ChainSpec])]),
        ])
        expect(command.parse(args, { from: 'user' }).opts()).toEqual(spec)
      }),
    )
  })

  it.each([
    [['--transactions-per-block', '8'], { transactionsPerBlock: [8, 8] }],
    [
      ['--traffic', 'burst=1, token-transfer=2', '--traffic', 'burst=3'],
      { traffic: { burst: 3, 'token-transfer': 2 } },
    ],
    [
      ['--forks', 'london=0,paris=10,shanghai=@1700000000'],
      { forks: { london: 0, paris: 10, shanghai: { timestamp: 1_700_000_000 } } },
    ],
  ])('%s are %o', (args, spec) => {
    expect(specCommand().parse(args, { from: 'user' }).opts()).toEqual(spec)
  })

  it('turn off what --dev turns on', () => {
    const off = { create2Factory: false }
    const options = ['--no-create2-factory']
    expect(specCommand().parse(options, { from: 'user' }).opts()).toEqual(off)
    vi.stubEnv('OMMER_CREATE2_FACTORY', '0')
    expect(specCommand().parse([], { from: 'user' }).opts()).toEqual(off)
    vi.unstubAllEnvs()
  })
})

describe('a wrong value', () => {
  it.each<[string, string[], Record<string, string>?]>([
    ["--transactions-per-block: '8-' is not a range such as 8-12", ['--transactions-per-block=8-']],
    [
      '--transactions-per-block: the most (8) is less than the fewest (12)',
      ['--transactions-per-block', '12-8'],
    ],
    [
      "OMMER_BLOCK_SECONDS: 'fast' is not a range such as 8-12",
      [],
      { OMMER_BLOCK_SECONDS: 'fast' },
    ],
    ["--uncle-rate: '0.5' is not a rate such as 1/8", ['--uncle-rate', '0.5']],
    ['--uncle-rate: the part (9) is more than the whole (8)', ['--uncle-rate', '9/8']],
    ['--finality finalized: 4 is less than safe (8)', ['--finality', 'safe=8,finalized=4']],
    [
      "--traffic: 'burst' is not a list such as token-transfer=1000,burst=0",
      ['--traffic', 'burst', '--traffic', 'burst=1'],
    ],
    [
      "--traffic burst: 'x' is not a whole number from 0 to 1000000",
      ['--traffic', 'token-transfer=1,burst=x'],
    ],
    [
      '--forks paris: it activates at block 4, before london at block 9',
      ['--forks', 'london=9,paris=4'],
    ],
    [
      '--finality finalized: it is missing; want a whole number from 0 to 1000000',
      ['--finality', 'safe=4'],
    ],
    ["--gas-limit: '6e6' is not a whole number from 1000000 to 1000000000", ['--gas-limit=6e6']],
  ])('is reported in one line: %s', async (problem, args, env) => {
    const exit = await runCliInProcess(['spec', ...args], env)
    expect(exit).toMatchObject({ code: 1, stdout: '', stderr: `error: ${problem}\n` })
  })

  it('lists the kinds of traffic, and suggests the one that was meant', async () => {
    const { stderr } = await runCliInProcess(['--port', '0', '--traffic', 'token-transfr=1'])
    expect(stderr).toMatch(/^error: --traffic token-transfr: there is no such kind; .+\n$/)
    expect(stderr).toMatch(/; did you mean token-transfer\?\n$/)
  })

  it.each(['--load', '--scenario'])('%s cannot be combined with any of them', async (other) => {
    const options = fieldOptions(specCommand())
    const example = { name: 'pow', text: 'x' } as Record<string, string>
    for (const { long, text } of options) {
      const value = text.example ?? example[text.placeholder] ?? '7'
      const { code, stderr } = await runCliInProcess([other, 'nowhere', String(long), value])
      expect({ code, stderr }).toEqual({ code: 1, stderr: expect.stringContaining(String(long)) })
      expect(stderr).toContain('cannot be used with')
    }
    const withFile = await runCliInProcess([other, 'nowhere', '--spec', 'a.yaml'])
    expect(withFile.stderr).toContain("cannot be used with option '--spec <file>'")
  })
})

describe('--spec', () => {
  const file = join(folder, 'chain.yaml')
  const text = `
    seed: from the file
    blocks: 3
    transactionsPerBlock: [2, 4]
    traffic: { burst: 0, token-transfer: 9 }`
  writeFileSync(file, text)

  async function print(args: string[], env?: Record<string, string>): Promise<ChainSpec> {
    const { code, stdout, stderr } = await runCliInProcess(['spec', ...args], env)
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' })
    return parse(stdout)
  }

  it('sets fields, which options and variables replace', async () => {
    const traffic = { burst: 0, 'token-transfer': 9 }
    expect(await print(['--spec', file])).toMatchObject({ ...parse(text), gasLimit: 6_000_000 })
    const args = ['--blocks', '5', '--gas-limit', '7000000']
    expect(await print(args, { OMMER_SPEC: file, OMMER_SEED: 'mine' })).toMatchObject({
      seed: 'mine',
      blocks: 5,
      gasLimit: 7_000_000,
      traffic,
    })
    const replaced = await print(['--spec', file, '--traffic', 'burst=1'])
    expect(replaced.traffic).toEqual({ burst: 1 })
  })

  it('names the file for what is wrong in it, and the option for what contradicts it', async () => {
    const wrong = join(folder, 'wrong.yaml')
    writeFileSync(wrong, 'blocks: 3\ntrafic: {}\n')
    expect((await runCliInProcess(['spec', '--spec', wrong])).stderr).toMatch(
      /^error: .*wrong\.yaml: line 2: trafic: there is no such field; .*; did you mean traffic\?\n$/,
    )
    writeFileSync(wrong, 'forks:\n  london: 9\n  paris: 4\n')
    const { stderr } = await runCliInProcess(['spec', '--spec', wrong, '--preset', 'latest'])
    expect(stderr).toMatch(/^error: .*wrong\.yaml: line 3: forks\.paris: it activates at /)
    const args = ['spec', '--spec', file, '--forks', 'london=9,paris=4']
    expect((await runCliInProcess(args)).stderr).toMatch(/^error: --forks paris: it activates/)
  })

  it('serves the chain, and writes its spec to the manifest of an export', async () => {
    const args = ['--spec', file, '--seed', 'mine', '--port', '0', '--json', '--block-time', '3600']
    const cli = await startCli(args, /^\{.*\}$/)
    const chain = await createChain({ ...parse(text), seed: 'mine' })
    expect(JSON.parse(cli.announced)).toMatchObject({
      seed: 'mine',
      head: { number: 3, hash: chain.head.hash },
    })
    await cli.stop('SIGTERM')
    const out = join(folder, 'exported')
    await runCliInProcess(['export', '--spec', file, '--seed', 'mine', '--out', out])
    const manifest = JSON.parse(readFileSync(join(out, 'manifest.json'), 'utf8'))
    expect(manifest.spec).toMatchObject({ ...parse(text), seed: 'mine' })
    // The spec of a manifest is a file for `--spec`.
    const copied = join(folder, 'copied.json')
    writeFileSync(copied, JSON.stringify(manifest.spec))
    expect(await print(['--spec', copied])).toEqual(manifest.spec)
  })
})
