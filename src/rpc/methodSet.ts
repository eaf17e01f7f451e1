/** The methods that a server has: the five that the service is about, or all (docs/methods.md). */
export type MethodSet = 'core' | 'all'
