import type { FastifyInstance } from 'fastify'

/**
 * While the server closes, each answer ends its connection. Node closes only idle ones; busy ones would stay open until
 * the client leaves or the keep-alive time is over.
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
