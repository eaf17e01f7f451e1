/** A duration as Go prints it, such as `5s` or `1m30s`, for geth's messages. */
export function formatGoDuration(milliseconds: number): string {
  if (milliseconds < 1000) return `${milliseconds}ms`
  const seconds = `${(milliseconds / 1000) % 60}s`
  const minutes = Math.floor(milliseconds / 60_000)
  if (minutes === 0) return seconds
  const hours = Math.floor(minutes / 60)
  return hours === 0 ? `${minutes}m${seconds}` : `${hours}h${minutes % 60}m${seconds}`
}
