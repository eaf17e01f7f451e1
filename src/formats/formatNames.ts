/** The formats that a chain can be written in. */
export const formatNames = ['json', 'bundle', 'cassette', 'io', 'hive', 'blockchain-test'] as const

export type FormatName = (typeof formatNames)[number]
