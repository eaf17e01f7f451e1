import type { Outcome, Outcomes } from '../outcomes.ts'

/** How the outcomes of a suite on two nodes differ. */
export interface SuiteComparison {
  /** tests that pass only on the other node, which nothing explains, with what ommer made of them */
  readonly unexplained: readonly string[]
  /** those that are explained */
  readonly explained: readonly string[]
  readonly onlyOnOmmer: readonly string[]
}

/** @param known the reason by the name of the test */
export function compareOutcomes(
  other: Outcomes,
  ommer: Outcomes,
  known: ReadonlyMap<string, string>,
): SuiteComparison {
  const onlyOnOther = passed(other).filter((test) => ommer[test]?.outcome !== 'passed')
  return {
    unexplained: onlyOnOther
      .filter((test) => !known.has(test))
      .map((test) => `${test}: ${inOneLine(ommer[test])}`),
    explained: onlyOnOther
      .filter((test) => known.has(test))
      .map((test) => `${test}: ${known.get(test)}`),
    onlyOnOmmer: passed(ommer).filter((test) => other[test]?.outcome !== 'passed'),
  }
}

/** Such as `128 passed, 9 failed`. */
export function countsOf(outcomes: Outcomes): string {
  const failed = Object.values(outcomes).filter(({ outcome }) => outcome === 'failed')
  return `${passed(outcomes).length} passed, ${failed.length} failed`
}

function passed(outcomes: Outcomes): string[] {
  return Object.keys(outcomes).filter((test) => outcomes[test]?.outcome === 'passed')
}

function inOneLine(outcome: Outcome | undefined): string {
  if (outcome === undefined) return 'did not run'
  return `${outcome.outcome}, ${outcome.message.replace(/\s+/g, ' ').slice(0, 300)}`
}
