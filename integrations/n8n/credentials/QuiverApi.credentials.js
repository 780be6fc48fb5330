/** @typedef {import('n8n-workflow').ICredentialType} ICredentialType */

/** @implements {ICredentialType} */
class QuiverApi {
  name = 'quiverApi'
  displayName = 'Quiver API'
  /** @type {ICredentialType['properties']} */
  properties = [
    {
      displayName: 'Address',
      name: 'url',
      type: 'string',
      default: '',
      placeholder: 'https://quiver.example.com',
      required: true,
    },
    {
      displayName: 'API Key',
      name: 'apiKey',
      type: 'string',
      typeOptions: { password: true },
      default: '',
      description: 'The value of api_key as Quiver answered it',
      required: true,
    },
  ]

  /** @type {ICredentialType['authenticate']} */
  authenticate = {
    type: 'generic',
    properties: { headers: { Authorization: '=Basic {{$credentials.apiKey}}' } },
  }

  /** @type {ICredentialType['test']} */
  test = { request: { baseURL: '={{$credentials.url}}', url: '/ga/api/v2/mailing_lists?per_page=1' } }
}

module.exports = { QuiverApi }
