/** @typedef {import('n8n-workflow').INodeProperties} INodeProperties */

/** @param {string} resource @param {string[]} operation */
const shown = (resource, operation) => ({ displayOptions: { show: { resource: [resource], operation } } })

/** @type {INodeProperties[]} */
const choices = [
  {
    displayName: 'Resource',
    name: 'resource',
    type: 'options',
    noDataExpression: true,
    default: 'person',
    options: [
      { name: 'Person', value: 'person' },
      { name: 'Message', value: 'message' },
    ],
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['person'] } },
    default: 'put',
    options: [
      { name: 'Add or Update', value: 'put', action: 'Add or update a person' },
      { name: 'Add or Update Many', value: 'batch', action: 'Add or update all people of the input' },
      { name: 'Delete', value: 'delete', action: 'Delete a person from a list' },
      { name: 'Find', value: 'find', action: 'Find a person by address' },
    ],
  },
  {
    displayName: 'Operation',
    name: 'operation',
    type: 'options',
    noDataExpression: true,
    displayOptions: { show: { resource: ['message'] } },
    default: 'send',
    options: [
      { name: 'Get', value: 'get', action: 'Get a message with its events' },
      { name: 'Send', value: 'send', action: 'Send a message to one person' },
    ],
  },
]

/** @type {INodeProperties[]} */
const ofPeople = [
  {
    displayName: 'Mailing List Name or ID',
    name: 'listId',
    type: 'options',
    typeOptions: { loadOptionsMethod: 'getLists' },
    description:
      'Choose from the list, or specify an ID using an <a href="https://docs.n8n.io/code/expressions/">expression</a>',
    default: '',
    required: true,
    displayOptions: { show: { resource: ['person'] } },
  },
  {
    displayName: 'Email',
    name: 'email',
    type: 'string',
    placeholder: 'name@email.com',
    default: '',
    required: true,
    displayOptions: { show: { resource: ['person'] } },
  },
  {
    displayName: 'Status',
    name: 'status',
    type: 'options',
    default: '',
    description: 'Whoever has left a list stays away unless this is Active',
    options: [
      { name: 'Active', value: 'active' },
      { name: 'Leave as It Is', value: '' },
      { name: 'Unsubscribed', value: 'unsubscribed' },
    ],
    ...shown('person', ['put', 'batch']),
  },
  {
    displayName: 'Custom Fields',
    name: 'customFields',
    type: 'fixedCollection',
    typeOptions: { multipleValues: true },
    default: {},
    description: 'Fields that are not named keep their values',
    options: [
      {
        displayName: 'Field',
        name: 'field',
        values: [
          { displayName: 'Name', name: 'name', type: 'string', default: '' },
          { displayName: 'Value', name: 'value', type: 'string', default: '' },
        ],
      },
    ],
    ...shown('person', ['put', 'batch']),
  },
]

/** @type {INodeProperties[]} */
const ofMessages = [
  {
    displayName: 'To',
    name: 'to',
    type: 'string',
    placeholder: 'name@email.com',
    default: '',
    required: true,
    ...shown('message', ['send']),
  },
  { displayName: 'Subject', name: 'subject', type: 'string', default: '', ...shown('message', ['send']) },
  {
    displayName: 'Format',
    name: 'format',
    type: 'options',
    default: 'html',
    options: [
      { name: 'HTML', value: 'html' },
      { name: 'Text', value: 'text' },
    ],
    ...shown('message', ['send']),
  },
  {
    displayName: 'Content',
    name: 'content',
    type: 'string',
    typeOptions: { rows: 5 },
    default: '',
    ...shown('message', ['send']),
  },
  {
    displayName: 'Idempotency Key',
    name: 'idempotencyKey',
    type: 'string',
    default: '={{ $execution.id }}-{{ $itemIndex }}',
    description:
      'What is sent again with the same key within 24 hours, for instance by a retry of this node, is sent once',
    ...shown('message', ['send']),
  },
  {
    displayName: 'More',
    name: 'more',
    type: 'collection',
    placeholder: 'Add Option',
    default: {},
    options: [
      {
        displayName: 'Data',
        name: 'data',
        type: 'json',
        default: '{}',
        description: 'What {{ data.… }} in the content stands for',
      },
      {
        displayName: 'From Address',
        name: 'from_email',
        type: 'string',
        default: '',
        description: 'Default: the sender of the stream',
      },
      { displayName: 'From Name', name: 'from_name', type: 'string', default: '' },
      { displayName: 'Reply To', name: 'reply_to', type: 'string', default: '' },
      { displayName: 'Send At', name: 'send_at', type: 'dateTime', default: '' },
      { displayName: 'Stream', name: 'stream', type: 'string', default: '' },
      { displayName: 'Tags', name: 'tags', type: 'string', default: '', description: 'Separated by commas' },
    ],
    ...shown('message', ['send']),
  },
  {
    displayName: 'Message ID',
    name: 'messageId',
    type: 'number',
    default: 0,
    required: true,
    ...shown('message', ['get']),
  },
]

module.exports = { properties: [...choices, ...ofPeople, ...ofMessages] }
