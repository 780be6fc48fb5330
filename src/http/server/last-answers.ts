import type { FastifyInstance } from 'fastify'

/**
 * When the server closes, Node ends only idle connections; busy ones would stay open until the keep-alive time is over.
 */
export function endConnectionsWithAnswers(app: FastifyInstance): void {
  let isClosing = false
  app.addHook('preClose', async () => {
    isClosing = true
  })
  app.addHook('onSend', async (_request, reply) => {
    if (isClosing) reply.header('connection', 'close')
  })
}
