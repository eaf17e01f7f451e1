/** How the answers about one method compare. */
interface Counts {
  compared: number
  equal: number
  explained: number
  different: number
  /** how many of geth's answers are errors */
  errors: number
}

const NOTHING: Counts = { compared: 0, equal: 0, explained: 0, different: 0, errors: 0 }

/** Counts how the answers compare, by method. */
export class Tally {
  readonly #counts = new Map<string, Counts>()

  add(method: string, outcome: 'equal' | 'explained' | 'different', isError: boolean): void {
    const counts = this.#counts.get(method) ?? { ...NOTHING }
    counts.compared++
    counts[outcome]++
    if (isError) counts.errors++
    this.#counts.set(method, counts)
  }

  /** How many answers were compared. */
  get compared(): number {
    return this.#sum().compared
  }

  /** How many answers differ without an explanation. */
  get different(): number {
    return this.#sum().different
  }

  /** The table of all methods, and a line with the sums. */
  toString(): string {
    const methods = [...this.#counts].sort(([one], [other]) => (one < other ? -1 : 1))
    const rows = [
      ['method', 'compared', 'equal', 'explained', 'different', 'errors'],
      ...[...methods, ['all', this.#sum()] as const].map(([method, counts]) => [
        method,
        ...Object.values(counts).map(String),
      ]),
    ]
    const widths = (rows[0] as string[]).map((_, column) =>
      Math.max(...rows.map((row) => (row[column] as string).length)),
    )
    return rows
      .map((row) =>
        row
          .map((cell, column) => {
            const width = widths[column] as number
            return column === 0 ? cell.padEnd(width) : cell.padStart(width)
          })
          .join('  '),
      )
      .join('\n')
  }

  #sum(): Counts {
    const sum = { ...NOTHING }
    for (const counts of this.#counts.values()) {
      for (const name of Object.keys(sum) as (keyof Counts)[]) sum[name] += counts[name]
    }
    return sum
  }
}
