/** What a server without a table sends to every request: the response of middle length, so that it sends as much as ommer. */
export function medianBody(bodies: readonly Buffer[]): Buffer {
  const sorted = bodies.toSorted((one, other) => one.length - other.length)
  return sorted[Math.floor(sorted.length / 2)] as Buffer
}

/** The results by the first parameter of their calls, from which a server can answer the same batches. */
export function tableOf(
  batches: readonly string[],
  bodies: readonly Buffer[],
): Map<unknown, Buffer> {
  const table = new Map<unknown, Buffer>()
  for (const [index, batch] of batches.entries()) {
    const calls = JSON.parse(batch) as { readonly params: readonly unknown[] }[]
    const answers = JSON.parse(String(bodies[index])) as { readonly result: unknown }[]
    for (const [at, { params }] of calls.entries()) {
      table.set(params[0], Buffer.from(JSON.stringify(answers[at]?.result)))
    }
  }
  return table
}
