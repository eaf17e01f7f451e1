import type { FaultRule } from '../../faults/faultRule.ts'
import { reorgLength } from '../../moves/kinds/reorg.ts'
import { chainSpecs } from '../../scenario/chainSpecs.ts'
import { firstOfEachChain } from '../../scenario/firstOfEachChain.ts'
import type { Scenario, ScenarioEndpoint } from '../../scenario/scenario.ts'
import type { Step } from '../../scenario/step.ts'
import { shiftBlocks } from '../draw/shiftBlocks.ts'

/** A scenario that is simpler than another one. */
export interface Simpler {
  /** what was changed, for people */
  readonly change: string
  readonly scenario: Scenario
}

/** Halves of the steps first, then smaller parts down to single steps. */
export function* withFewerSteps(scenario: Scenario): Generator<Simpler> {
  const { steps } = scenario
  for (
    let size = Math.ceil(steps.length / 2);
    size >= 1;
    size = size > 1 ? Math.ceil(size / 2) : 0
  ) {
    for (let from = steps.length - size; from >= 0; from -= size) {
      const left = steps.toSpliced(from, size)
      const change = size === 1 ? `without ${nameOf(steps[from] as Step)}` : `without ${size} steps`
      yield { change, scenario: { ...scenario, steps: left } }
    }
  }
}

/** Everything else that can be left out or made smaller, one thing at a time. */
export function* withLess(scenario: Scenario): Generator<Simpler> {
  yield* withFewerEndpoints(scenario)
  for (const [index, step] of scenario.steps.entries()) {
    for (const { change, step: simpler } of simplerSteps(step)) {
      yield { change, scenario: { ...scenario, steps: scenario.steps.with(index, simpler) } }
    }
  }
  yield* withSimplerChain(scenario)
}

/** One chain instead of several, then one node of each, without the steps of the others. */
function* withFewerEndpoints(scenario: Scenario): Generator<Simpler> {
  const { chains = {}, spec = {}, endpoints = [], seed = 'ommer', ...rest } = scenario
  const hasSeveral = Object.keys(chains).length > 0
  for (const [name, { seed: own, ...alone }] of hasSeveral
    ? chainSpecs({ spec, chains, endpoints }, seed)
    : []) {
    const kept = endpoints
      .filter(({ chain }) => chain === name)
      .map(({ chain: _, ...each }) => each)
    const base = { ...rest, seed: own, spec: alone, endpoints, truth: undefined }
    yield { change: 'one chain', scenario: withEndpoints(base, kept) }
  }
  const nodes = firstOfEachChain(endpoints)
  if (nodes.length < endpoints.length) {
    const change = hasSeveral ? 'one node of each chain' : 'one node'
    yield { change, scenario: withEndpoints(scenario, nodes) }
  }
}

function withEndpoints(scenario: Scenario, endpoints: readonly ScenarioEndpoint[]): Scenario {
  const keys = endpoints.map(({ key }) => key)
  const first = scenario.endpoints?.[0]?.key ?? ''
  const steps = scenario.steps
    .map((step) => ({ ...step, endpoint: withoutPool(scenario, keys, step.endpoint ?? first) }))
    .filter(({ endpoint }) => keys.includes(endpoint))
    .map(({ endpoint, ...step }) => (endpoint === first ? step : { ...step, endpoint }) as Step)
  return { ...scenario, endpoints, steps }
}

/** Who asks a pool asks its first node where there is no pool. */
function withoutPool(
  { endpoints = [] }: Scenario,
  kept: readonly string[],
  endpoint: string,
): string {
  const { pool } = endpoints.find(({ key }) => key === endpoint) ?? {}
  return kept.includes(endpoint) ? endpoint : (pool?.of[0] ?? endpoint)
}

/** The newest fork alone, and fewer blocks. */
function* withSimplerChain(scenario: Scenario): Generator<Simpler> {
  const { spec = {}, chains = {}, endpoints = [] } = scenario
  for (const name of [undefined, ...Object.keys(chains)]) {
    const own = name === undefined ? spec : (chains[name]?.spec ?? {})
    const on = name === undefined ? '' : ` on ${name}`
    const nodes = endpoints.filter(({ chain }) => chain === name)
    const keys = nodes.map(({ key }) => key)
    const withSpec = (simpler: typeof own): Scenario =>
      name === undefined
        ? { ...scenario, spec: simpler }
        : { ...scenario, chains: { ...chains, [name]: { ...chains[name], spec: simpler } } }
    const { blocks = 0, forks, uncleRate: _, ...others } = own
    if (own.preset !== 'latest' || forks !== undefined) {
      yield {
        change: `the newest fork${on}`,
        scenario: withSpec({ ...others, blocks, preset: 'latest' }),
      }
    }
    // A chain may have more blocks than its nodes show at the beginning.
    const begin = nodes.find(({ head }) => head !== undefined)?.head ?? blocks
    for (const fewer of [4, 8, 12, begin - 4, begin]) {
      if (fewer <= 0 || fewer > begin || fewer === blocks) continue
      const steps = scenario.steps.map((step) =>
        keys.includes(step.endpoint ?? endpoints[0]?.key ?? '')
          ? shiftBlocks(step, begin - fewer)
          : step,
      )
      const change = `${fewer} blocks instead of ${blocks}${on}`
      const shorter = withSpec({ ...own, blocks: fewer })
      yield { change, scenario: { ...shorter, ...beginningAtEnd(scenario, name), steps } }
    }
  }
}

/** The nodes of a chain begin at its last block. */
function beginningAtEnd(
  { endpoints }: Scenario,
  chain: string | undefined,
): Pick<Scenario, 'endpoints'> {
  if (endpoints === undefined) return {}
  return {
    endpoints: endpoints.map(({ head, ...each }) => {
      return each.chain === chain || head === undefined ? each : { ...each, head }
    }),
  }
}

interface SimplerStep {
  readonly change: string
  readonly step: Step
}

function* simplerSteps(step: Step): Generator<SimplerStep> {
  if ('waitFor' in step) yield* simplerWaits(step)
  if ('reorg' in step) yield* simplerReorgs(step)
  if ('setFaults' in step) yield* simplerFaults(step)
  if ('mine' in step && typeof step.mine === 'number') {
    for (const fewer of smaller(step.mine))
      yield { change: `mine ${fewer}`, step: { ...step, mine: fewer } }
  }
  if ('rollback' in step && typeof step.rollback === 'number') {
    for (const fewer of smaller(step.rollback)) {
      yield { change: `rollback ${fewer}`, step: { ...step, rollback: fewer } }
    }
  }
}

function* simplerWaits(step: Step & { readonly waitFor: unknown }): Generator<SimplerStep> {
  const { calls = 1, ...rest } = (step as Extract<Step, { waitFor: unknown }>).waitFor
  for (const fewer of smaller(calls)) {
    const change = `a wait for ${fewer} calls instead of ${calls}`
    yield { change, step: { ...step, waitFor: { ...rest, calls: fewer } } as Step }
  }
  const { block, ...anyBlock } = rest
  if (block !== undefined) {
    yield {
      change: 'a wait for any block',
      step: { ...step, waitFor: { ...anyBlock, calls } } as Step,
    }
  }
}

function* simplerReorgs(step: Step & { readonly reorg: unknown }): Generator<SimplerStep> {
  const { reorg } = step as Extract<Step, { reorg: unknown }>
  if (reorg.depth === undefined) return
  const { depth } = reorg
  const length = reorgLength(reorg)
  const of = (shorter: number, long: number): SimplerStep => ({
    change: `a reorg of ${shorter} blocks to ${long} instead of ${depth} to ${length}`,
    step: { ...step, reorg: { ...reorg, depth: shorter, length: long } } as Step,
  })
  for (const shorter of smaller(depth)) yield of(shorter, Math.max(1, length - depth + shorter))
  if (length !== depth + 1) yield of(depth, depth + 1)
}

function* simplerFaults(step: Step & { readonly setFaults: unknown }): Generator<SimplerStep> {
  const rules = (step as Extract<Step, { setFaults: unknown }>).setFaults as readonly FaultRule[]
  const of = (change: string, fewer: readonly FaultRule[]): SimplerStep => ({
    change,
    step: { ...step, setFaults: fewer } as Step,
  })
  const half = Math.ceil(rules.length / 2)
  if (rules.length > 2) {
    yield of(`${half} of ${rules.length} faults`, rules.slice(0, half))
    yield of(`${rules.length - half} of ${rules.length} faults`, rules.slice(half))
  }
  for (const [index, rule] of rules.entries()) {
    if (rules.length > 1)
      yield of(`without the fault ${rule.fault.kind}`, rules.toSpliced(index, 1))
    if ((rule.times ?? 1) > 1)
      yield of(`${rule.fault.kind} once`, rules.with(index, { ...rule, times: 1 }))
  }
}

/** The smallest, then less by half, by a quarter and so on, down to one less. */
function smaller(count: number): readonly number[] {
  const fewer = [1]
  for (let less = Math.ceil(count / 2); less > 1; less = Math.floor(less / 2)) {
    fewer.push(count - less)
  }
  return [...new Set([...fewer, count - 1])].filter((each) => each >= 1 && each < count)
}

/** The name of a step, for people. */
function nameOf(step: Step): string {
  const [name = 'a step'] = Object.keys(step).filter((each) => each !== 'endpoint')
  return name === 'waitFor' ? 'a wait' : name
}
