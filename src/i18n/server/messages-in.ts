import 'server-only';

/** Every word of a language, or of a country that has some otherwise; on the server they are files beside its code. */
export { readMessages as messagesIn } from '../read-messages';
