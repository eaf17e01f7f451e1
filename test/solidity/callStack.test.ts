import { join } from 'node:path'
import { encodeFunctionData } from 'viem'
import { describe, expect, it, vi } from 'vitest'
import { createChain } from '../../src/chain/createChain.ts'
import { serve } from '../../src/server/serve.ts'
import { temporaryFolder } from '../support/temporaryFolder.ts'
import { post, request } from '../support/transports.ts'
import { BANK, type CompilerOutput, compileBank, sources, writeFiles } from './support.ts'

interface Report {
  readonly printed: readonly string[]
  readonly stack: readonly {
    readonly contract: string | null
    readonly function: string | null
    readonly path: string | null
    readonly line: number | null
  }[]
}

const folder = temporaryFolder()
const plain = compileBank()
const chain = await createChain({ preset: 'latest', blocks: 1, gasLimit: 30_000_000 })

/** The calls that fail, with the lines that have led there, as one reads them in the source. */
const failures: readonly (readonly [name: string, args: readonly bigint[], lines: string])[] = [
  ['deposit', [0n], 'Safe.requirePositive:8 Bank.notZero:48 Bank.deposit:56'],
  ['deposit', [7n], 'Bank._add:63 Bank.deposit:58'],
  ['withdraw', [11n], 'Vault.take:34 Bank._withdraw:71 Bank.withdraw:67'],
  ['divide', [0n], 'null.freeFunction:20 Bank.divide:75'],
  ['lib', [101n], 'Safe.outside:13 Bank.lib:80'],
  ['make', [13n], 'Vault.constructor:29 Bank.make:84'],
  ['recurse', [3n], 'Bank.recurse:89 Bank.recurse:90 Bank.recurse:90 Bank.recurse:90'],
  ['swallow', [2000n], 'Bank.swallow:95'],
  ['caught', [1n], 'Bank.caught:100'],
  ['passedOn', [], 'Vault.fail:39 Bank.passedOn:104'],
  ['burn', [], 'Bank.burn:108'],
]

/** Deploys the bank on an endpoint that knows its artifacts. */
async function deploy(artifacts: string, { contracts }: CompilerOutput) {
  const server = await serve(chain, { port: 0, dev: true, dialect: 'anvil', artifacts })
  const call = <Result>(method: string, ...params: readonly unknown[]) =>
    server.request({ method, params }) as Promise<Result>
  const [from] = await call<string[]>('eth_accounts')
  const send = (to: string | undefined, data: string) =>
    call<string>('eth_sendTransaction', { from, to, data, gas: '0x4c4b40' })
  const create = async (code: string) => {
    const hash = await send(undefined, `0x${code}`)
    const receipt = await call<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
    return receipt.contractAddress
  }
  const codeOf = (name: string) => contracts[BANK]?.[name]?.evm.bytecode.object ?? ''
  const library = await create(codeOf('Safe'))
  const bank = await create(codeOf('Bank').replaceAll(/__.{38}/g, library.slice(2)))
  const report = async (name: string, args: readonly bigint[]) => {
    const abi = contracts[BANK]?.Bank?.abi as never
    const data = encodeFunctionData({ abi, functionName: name, args } as never)
    return call<Report>('ommer_report', await send(bank, data))
  }
  return { server, call, bank, library, report }
}

function linesOf({ stack }: Report): string {
  return stack.map((each) => `${each.contract}.${each.function}:${each.line}`).join(' ')
}

describe('the stack of a failure', () => {
  writeFiles(join(folder, 'plain'), { 'output.json': plain, ...contentsOf(sources) })

  it('has the lines of sources, through modifiers, libraries, contracts and constructors', async () => {
    const { server, report } = await deploy(join(folder, 'plain'), plain)
    for (const [name, args, lines] of failures) {
      const found = await report(name, args)
      expect(`${name}: ${linesOf(found)}`).toBe(`${name}: ${lines}`)
      expect(new Set(found.stack.map(({ path }) => path))).toEqual(new Set([BANK]))
    }
    expect((await report('deposit', [1n])).stack).toEqual([])
    await server.close()
  })

  it('has what was printed', async () => {
    const { server, report } = await deploy(join(folder, 'plain'), plain)
    const [from] = (await server.request({ method: 'eth_accounts' })) as string[]
    const { printed } = await report('deposit', [5n])
    expect(printed.map((line) => line.toLowerCase())).toEqual([`deposit 5 by ${from}`])
    expect((await report('withdraw', [1n])).printed).toEqual([])
    await server.close()
  })

  it('names contracts by their code', async () => {
    const { server, call, bank, library } = await deploy(join(folder, 'plain'), plain)
    const other = `0x${'ab'.repeat(20)}`
    const found = await call<{ artifacts: { name: string }[]; contracts: (number | null)[] }>(
      'ommer_contracts',
      [bank, library.toUpperCase().replace('X', 'x'), other, bank],
    )
    expect(found.artifacts.map(({ name }) => name)).toEqual(['Bank', 'Safe'])
    expect(found.contracts).toEqual([0, 1, null, 0])
    await server.close()
  })
})

const { Bank, Safe, Vault } = plain.contracts[BANK] ?? {}
const build = { input: { sources }, output: plain }

/** What Hardhat and Foundry write of the same contracts. */
const formats: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  'Hardhat 2': Object.assign(
    { 'build-info/1.json': build },
    ...Object.entries({ Bank, Safe, Vault }).map(([contractName, contract]) => ({
      [`${BANK}/${contractName}.json`]: {
        contractName,
        sourceName: BANK,
        abi: contract?.abi,
        bytecode: `0x${contract?.evm.bytecode.object}`,
        deployedBytecode: `0x${contract?.evm.deployedBytecode.object}`,
      },
      [`${BANK}/${contractName}.dbg.json`]: { buildInfo: '../../build-info/1.json' },
    })),
  ),
  'Hardhat 3': Object.assign(
    { 'build-info/1.json': { input: { sources } }, 'build-info/1.output.json': { output: plain } },
    ...Object.entries({ Bank, Safe, Vault }).map(([contractName, contract]) => ({
      [`${BANK}/${contractName}.json`]: {
        contractName,
        sourceName: BANK,
        inputSourceName: BANK,
        buildInfoId: '1',
        abi: contract?.abi,
        bytecode: `0x${contract?.evm.bytecode.object}`,
        deployedBytecode: `0x${contract?.evm.deployedBytecode.object}`,
      },
    })),
  ),
  Foundry: Object.assign(
    {
      'out/build-info/other.json': { source_id_to_path: { 0: 'other.sol', 1: 'b.sol' } },
      'out/build-info/1.json': {
        source_id_to_path: Object.fromEntries(
          Object.entries(plain.sources).map(([path, { id }]) => [id, path]),
        ),
      },
      ...contentsOf(sources),
    },
    ...Object.entries({ Bank, Safe, Vault }).map(([name, contract]) => ({
      [`out/Bank.sol/${name}.json`]: {
        abi: contract?.abi,
        id: plain.sources[BANK]?.id,
        metadata: { settings: { compilationTarget: { [BANK]: name } } },
        bytecode: contract?.evm.bytecode,
        deployedBytecode: contract?.evm.deployedBytecode,
      },
    })),
  ),
  'solc --combined-json': {
    'combined.json': {
      contracts: Object.fromEntries(
        Object.entries({ Bank, Safe, Vault }).map(([name, contract]) => [
          `${BANK}:${name}`,
          {
            abi: contract?.abi,
            bin: contract?.evm.bytecode.object,
            'bin-runtime': contract?.evm.deployedBytecode.object,
            srcmap: contract?.evm.bytecode.sourceMap,
            'srcmap-runtime': contract?.evm.deployedBytecode.sourceMap,
          },
        ]),
      ),
      sourceList: Object.keys(plain.sources),
    },
    ...contentsOf(sources),
  },
}

it('is told on the terminal, in order, for transactions and calls', async () => {
  let written = ''
  const server = await serve(chain, {
    port: 0,
    dev: true,
    dialect: 'anvil',
    artifacts: join(folder, 'plain'),
    terminal: { stream: { write: (text: string) => (written += text) } },
  })
  const ask = async <Result>(method: string, ...params: readonly unknown[]) => {
    const response = await post(server.url, request(method, params as unknown[]))
    return ((await response.json()) as { result: Result }).result
  }
  const [from] = await ask<string[]>('eth_accounts')
  const vault = plain.contracts[BANK]?.Vault
  const data = `0x${vault?.evm.bytecode.object}${'a'.padStart(64, '0')}`
  const hash = await ask('eth_sendTransaction', { from, data, gas: '0x4c4b40' })
  const receipt = await ask<{ contractAddress: string }>('eth_getTransactionReceipt', hash)
  const take = encodeFunctionData({ abi: vault?.abi, functionName: 'take', args: [11n] } as never)
  const call = { from, to: receipt.contractAddress, data: take, gas: '0x30d40' }
  await ask('eth_sendTransaction', call)
  await ask('eth_call', call, 'latest')
  await ask('evm_mine')
  await vi.waitFor(() => expect(written).toContain('evm_mine'), 60_000)
  const failure =
    /Error: reverted with Vault.Locked\(who: .*, until: 11\)\n {4}at Vault.take \(contracts\/Bank.sol:34\)\n/
  expect(written.split(failure)).toHaveLength(3)
  expect(written.match(/^\w+/gm)).toEqual([
    'eth_sendTransaction',
    'eth_sendTransaction',
    'eth_call',
    'evm_mine',
  ])
  await server.close()
})

describe('the artifacts of', () => {
  it.each(Object.keys(formats))('%s give the same lines', async (format) => {
    const contents = formats[format] ?? {}
    writeFiles(join(folder, format), contents)
    const root = join(folder, format, format === 'Foundry' ? 'out' : '')
    const { server, report } = await deploy(root, plain)
    for (const [name, args, lines] of failures.slice(0, 6)) {
      expect(`${name}: ${linesOf(await report(name, args))}`).toBe(`${name}: ${lines}`)
    }
    await server.close()
  })
})

it('has names without lines if the sources are gone', async () => {
  writeFiles(join(folder, 'alone'), { 'output.json': plain })
  const { server, report } = await deploy(join(folder, 'alone'), plain)
  expect(linesOf(await report('withdraw', [11n]))).toBe('Vault.null:null Bank.null:null')
  await server.close()
})

it.each([
  ['the optimizer', { optimizer: { enabled: true, runs: 200 } }],
  ['the IR pipeline', { optimizer: { enabled: true, runs: 200 }, viaIR: true }],
])('finds the line of a custom error with %s', async (name, settings) => {
  const output = compileBank(settings)
  writeFiles(join(folder, name), { 'output.json': output, ...contentsOf(sources) })
  const { server, report } = await deploy(join(folder, name), output)
  const { stack } = await report('withdraw', [11n])
  expect(stack[0]).toMatchObject({ contract: 'Vault', function: 'take', path: BANK, line: 34 })
  await server.close()
})

function contentsOf(given: typeof sources): Readonly<Record<string, string>> {
  return Object.fromEntries(Object.entries(given).map(([path, { content }]) => [path, content]))
}
