// Which request meets which is a matter of time and chance in any case: nothing here has to come out the same twice.

/** A whole number from 0, less than the bound. */
export function below(bound: number): number {
  return Math.floor(Math.random() * bound)
}

export function pick<T>(from: readonly T[]): T {
  return from[below(from.length)] as T
}
