/** The part of the socket.io 2 client that tests use, which comes without types. */
declare module 'socket.io-client-2' {
  export interface OldSocket {
    connected: boolean;
    on(event: string, listener: (...args: never[]) => void): void;
    emit(event: string, payload: unknown, acknowledge?: (answer: never) => void): void;
    close(): void;
  }
  export default function io(url: string, options: object): OldSocket;
}
