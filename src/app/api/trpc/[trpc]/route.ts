import { handleTrpcRequest } from '@/trpc/http';

export { handleTrpcRequest as GET, handleTrpcRequest as POST };
