import { createMessageTokens } from '../links/messages.ts'
import { startSubmission, type Submission, type SubmissionParts, type SubmissionSettings } from './server.ts'

export type SubmissionPorts = {
  ports: number[]
  /** Ports that do not listen, for the operator. */
  warnings: () => string[]
  stop: () => Promise<void>
}

/** The API works on even if a port cannot be opened. */
export async function openSubmissionPorts(
  { baseUrl, ...given }: Omit<SubmissionParts, 'messages'> & { baseUrl: string },
  addresses: readonly Pick<SubmissionSettings, 'host' | 'port' | 'tls'>[],
  common: Pick<SubmissionSettings, 'certificateFolder' | 'name'>,
): Promise<SubmissionPorts> {
  const tokens = createMessageTokens(given.secrets)
  const parts = { ...given, messages: { tokens, baseUrl, now: () => new Date(), via: 'smtp' as const } }
  const opened: Submission[] = []
  const problems: string[] = []
  for (const address of addresses) {
    try {
      opened.push(await startSubmission(parts, { ...common, ...address }))
    } catch (error) {
      const reason = error instanceof Error ? error.message : String(error)
      const problem = `SUBMISSION_PORT: nothing listens on port ${address.port}: ${reason}. Correct it and start again.`
      parts.log.error({ err: error }, problem)
      problems.push(problem)
    }
  }
  return {
    ports: opened.map(({ port }) => port),
    warnings: () => problems,
    stop: async () => {
      await Promise.all(opened.map(({ stop }) => stop()))
    },
  }
}
