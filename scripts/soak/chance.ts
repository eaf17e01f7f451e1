// The interleaving of requests depends on time and chance anyway, so this need not be reproducible.

/** A whole number from 0, less than the bound. */
export function below(bound: number): number {
  return Math.floor(Math.random() * bound)
}

export function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T
}
