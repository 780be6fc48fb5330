import type postgres from 'postgres'

export type Fragment = postgres.PendingQuery<postgres.Row[]>
