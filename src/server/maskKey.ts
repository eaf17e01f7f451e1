/** The part of an API key that is logged: enough to tell your own keys apart, too little to use one. */
export function maskKey(key: string): string {
  return key.length < 8 ? '…' : `${key.slice(0, 2)}…`
}
