import type { FastifyInstance } from 'fastify'

/**
 * While the server closes, each answer ends its connection. Node closes the idle connections when closing begins, but
 * a busy one would stay open until its client leaves or the keep-alive time is over.
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
